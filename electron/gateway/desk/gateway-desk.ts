import type { Effect } from '../../../shared/ledger.ts';
import type { ServerOptions, ToolPolicy } from '../../../shared/servers.ts';
import { type CallAnswer, toolError } from '../../mcp/dispatch/write-call.ts';
import type { Dispatcher } from '../../mcp/dispatch.ts';
import { isJsonObject, type JsonObject } from '../../mcp/json-rpc.ts';
import type { ToolCall } from '../../mcp/tool-call.ts';
import { rawAt, withRaw } from '../../wire/raw-json.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { captureArguments } from '../capture/capture.ts';
import { upstreamErrorText } from '../capture/error-text.ts';
import { type ReasonPlan, reasonPlan, stripReason } from '../capture/reason.ts';
import { callKind } from '../capture/write-or-read.ts';
import type { RequestOptions } from '../upstreams/answers.ts';
import { withoutSecrets } from '../upstreams/known-secrets.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';
import { answerOf, doneOf } from './answers.ts';
import { createJudge, fine, type Judgement } from './judge.ts';
import { toolFor } from './server-tool.ts';
import { errorOf, withSoundParams } from './sound-params.ts';
import type { ToolBook } from './tool-book.ts';

/** A `tools/call` for a server behind the gateway. */
export interface GatewayCall extends ToolCall {
  readonly server: string;
  /** The server's own name of the tool; not text where the client sent something else. */
  readonly name: unknown;
  /** `params` as the client wrote them, under the server's own name of the tool; JSON text. */
  readonly params: string;
  readonly session: Pick<UpstreamSession, 'request'>;
  /** It is not to be carried out, and its row says why; absent or null: it may be. */
  readonly refusedBecause?: string | null;
  /** Where what belongs to the call goes ahead of its answer, and what HTTP adds to it. */
  readonly pass: Pick<RequestOptions, 'onMessage' | 'headers' | 'clientId'>;
}

/** What the person set for a server and its tools. */
export interface GatewayRules {
  options(server: string): ServerOptions;
  policy(server: string, tool: string): ToolPolicy;
  mark(server: string, tool: string): Effect | null;
}

export interface GatewayDeskOptions {
  readonly dispatcher: Pick<Dispatcher, 'dispatchWrite' | 'wouldRun'>;
  readonly book: ToolBook;
  readonly rules: GatewayRules;
  /** Secrets of a server's own configuration, which no row may repeat. */
  readonly secretsOf: (server: string) => readonly string[];
  readonly approvals: Approvals;
  /** The person answered "always": the tool has this policy from now on. */
  readonly onAlways: (server: string, tool: string, policy: 'allow' | 'deny') => void;
  /** Keeps arguments and result whole, apart from the row; only at the capture level `full`. */
  readonly keepWhole: (writeId: number, args: string | null, result: string | null) => void;
}

/** The way of every call to a server behind the gateway, direct or through the router: one policy, one row. */
export interface GatewayDesk {
  /** Never rejects. */
  serve(call: GatewayCall): Promise<CallAnswer>;
}

/** What was found out of a call before anything is done with it. */
interface Look {
  readonly isRead: boolean;
  readonly reason: ReasonPlan;
}

export function createGatewayDesk(options: GatewayDeskOptions): GatewayDesk {
  const { dispatcher, book, rules } = options;
  const judge = createJudge(options);

  const forward = (call: GatewayCall, look: Look, signal: AbortSignal | null) =>
    call.session.request(
      'tools/call',
      look.reason === 'added' ? withoutReason(call.params) : call.params,
      {
        ...call.pass,
        ...(signal === null ? {} : { signal }),
        isRead: look.isRead,
      },
    );

  return {
    async serve(received) {
      const call = withSoundParams(received);
      const { server } = call;
      const name = typeof call.name === 'string' ? call.name : 'unknown';
      const sound =
        typeof call.name === 'string' && isJsonObject(call.arguments) && call.refusal === null;
      const args = isJsonObject(call.arguments) ? call.arguments : {};
      const asks = sound && (call.refusedBecause ?? null) === null;
      const known = asks
        ? await book.find(server, name, call.session)
        : (book.tools(server)?.find((tool) => tool.name === name) ?? null);
      const { kind: effect } = callKind({
        name,
        annotations: known?.value.annotations ?? null,
        mark: rules.mark(server, name),
      });
      const { capture: level, record, add_reason } = rules.options(server);
      const isRead = effect === 'read';
      const inputSchema = known?.value.inputSchema ?? null;
      const look: Look = {
        isRead,
        reason: reasonPlan(inputSchema, { isWrite: !isRead, wanted: add_reason && known !== null }),
      };
      const leavesNoRow = isRead && record === 'writes';
      if (leavesNoRow && !sound) return { kind: 'error', error: errorOf(call) };
      const given = {
        // Our own reason is the row's, and no argument of the server's.
        args: look.reason === 'added' ? omitReason(args) : args,
        raw: rawAt(call.params, 'arguments'),
        inputSchema,
      };
      const captured = captureArguments({ ...given, level: isRead ? 'digest' : level });
      const redact = (message: string) =>
        upstreamErrorText(message, { ...given, level, known: options.secretsOf(server) });
      const clean = (text: string | null) =>
        text === null ? null : withoutSecrets(text, options.secretsOf(server));
      let judgement: Judgement = fine;
      const tool = toolFor(name, server, {
        effect,
        ownReason: look.reason === 'own',
        summary() {
          const decided_by = judgement.decided_by ?? judgement.refused?.decided_by;
          return decided_by === undefined ? captured.summary : { ...captured.summary, decided_by };
        },
        perform: async ({ signal, write_id }) => {
          if (judgement.refused !== null) {
            const { kind: error_kind, message } = judgement.refused;
            return { kind: 'failed', error_kind, message, answer: toolError(message) };
          }
          const whole = write_id !== null && captured.full !== null;
          if (whole) options.keepWhole(write_id, clean(captured.full), null);
          const answer = await forward(call, look, signal);
          if (whole && 'raw' in answer) {
            const { value: result, raw } = answer;
            const kept = captureArguments({ args: result, raw, inputSchema: null, level: 'full' });
            options.keepWhole(write_id, null, clean(kept.full));
          }
          return doneOf(server, answer, redact);
        },
      });
      const write = { ...call, caller: call.caller(), tool, calledName: call.name };
      if (sound) judgement = await judge(call, name, args, () => dispatcher.wouldRun(write));
      if (leavesNoRow && sound && judgement.refused === null) {
        return answerOf(server, await forward(call, look, call.signal));
      }
      const { answer } = await dispatcher.dispatchWrite(write);
      return answer;
    },
  };
}

/** `params` of a call without our `reason`; nothing else of it changes. */
function withoutReason(params: string): string {
  const args = rawAt(params, 'arguments');
  return args === null ? params : withRaw(params, ['arguments'], stripReason(args).args);
}

function omitReason({ reason: _ours, ...args }: JsonObject): JsonObject {
  return args;
}
