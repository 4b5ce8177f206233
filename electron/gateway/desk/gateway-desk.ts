import type { Effect } from '../../../shared/ledger.ts';
import type { ErrorKind } from '../../../shared/outcome.ts';
import type { ServerOptions, ToolPolicy } from '../../../shared/servers.ts';
import { cutCharacters } from '../../../shared/text.ts';
import { type CallAnswer, toolError } from '../../mcp/dispatch/write-call.ts';
import type { Dispatcher } from '../../mcp/dispatch.ts';
import { isJsonObject, type JsonObject } from '../../mcp/json-rpc.ts';
import type { ToolCall } from '../../mcp/tool-call.ts';
import type { LaterDone, WriteTool } from '../../mcp/tools/tool.ts';
import { rawAt, withRaw } from '../../wire/raw-json.ts';
import type { Approvals, Decision } from '../approvals/approvals.ts';
import { captureArguments } from '../capture/capture.ts';
import { upstreamErrorText } from '../capture/error-text.ts';
import { type ReasonPlan, reasonPlan, stripReason } from '../capture/reason.ts';
import { callKind } from '../capture/write-or-read.ts';
import type { RequestOptions } from '../upstreams/answers.ts';
import { withoutSecrets } from '../upstreams/known-secrets.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';
import { answerOf, doneOf } from './answers.ts';
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
  readonly dispatcher: Pick<Dispatcher, 'dispatchWrite'>;
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

interface Refused {
  readonly message: string;
  readonly decided_by: 'policy' | 'person' | 'nobody';
  readonly kind: ErrorKind;
}

export function createGatewayDesk(options: GatewayDeskOptions): GatewayDesk {
  const { dispatcher, book, rules, approvals } = options;

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

  /** What the person or their policy says against it; null: nothing, and by whom it was allowed where asked. */
  const judged = async (
    call: GatewayCall,
    name: string,
    args: JsonObject,
  ): Promise<{ readonly refused: Refused | null; readonly decided_by: 'person' | null }> => {
    const because = call.refusedBecause ?? null;
    if (because !== null) {
      const refused: Refused = { message: because, decided_by: 'policy', kind: 'refused' };
      return { refused, decided_by: null };
    }
    switch (rules.policy(call.server, name)) {
      case 'allow':
        return { refused: null, decided_by: null };
      case 'deny': {
        const message = `The person does not allow ${name} of ${call.server} to be called. Do not retry; tell them what you wanted it for.`;
        return { refused: { message, decided_by: 'policy', kind: 'refused' }, decided_by: null };
      }
      case 'ask': {
        const { client_info, client_name } = call.caller();
        const reason = typeof args.reason === 'string' ? args.reason.slice(0, 1000) : null;
        const decision = await approvals.ask(
          {
            key: JSON.stringify([call.request?.scope, call.request?.id, call.server, call.params]),
            server: call.server,
            tool: name,
            client: { client_info, client_name },
            reason,
            arguments: shownArguments(args),
          },
          call.signal,
        );
        if ('always' in decision && decision.always) {
          options.onAlways(call.server, name, decision.kind === 'allowed' ? 'allow' : 'deny');
        }
        return decision.kind === 'allowed'
          ? { refused: null, decided_by: 'person' }
          : { refused: refusedBy(decision, `${name} of ${call.server}`), decided_by: null };
      }
    }
  };

  return {
    async serve(call) {
      const { server } = call;
      const name = typeof call.name === 'string' ? call.name : 'unknown';
      const sound = typeof call.name === 'string' && isJsonObject(call.arguments);
      const args = isJsonObject(call.arguments) ? call.arguments : {};
      const asks = sound && (call.refusedBecause ?? null) === null;
      const known = asks ? await book.find(server, name, call.session) : null;
      const kind = callKind({
        name,
        annotations: known?.value.annotations ?? null,
        mark: rules.mark(server, name),
      });
      const { capture: level, record, add_reason } = rules.options(server);
      const isRead = kind.kind === 'read';
      const inputSchema = known?.value.inputSchema ?? null;
      const look: Look = {
        isRead,
        reason: reasonPlan(inputSchema, { isWrite: !isRead, wanted: add_reason && known !== null }),
      };
      const { refused, decided_by } =
        sound && call.refusal === null
          ? await judged(call, name, args)
          : { refused: null, decided_by: null };
      if (isRead && sound && refused === null && call.refusal === null && record === 'writes') {
        return answerOf(server, await forward(call, look, call.signal));
      }
      const given = {
        // Our own reason is the row's, and no argument of the server's.
        args: look.reason === 'added' ? omitReason(args) : args,
        raw: rawAt(call.params, 'arguments'),
        inputSchema,
      };
      const captured = captureArguments({ ...given, level: isRead ? 'digest' : level });
      const redact = (message: string) =>
        upstreamErrorText(message, { ...given, level, known: options.secretsOf(server) });
      const tool = toolFor(name, server, {
        effect: kind.kind,
        ownReason: look.reason === 'own',
        summary: () =>
          decided_by === null && refused === null
            ? captured.summary
            : { ...captured.summary, decided_by: decided_by ?? refused?.decided_by },
        perform: async ({ signal, write_id }) => {
          if (refused !== null) {
            const { kind: error_kind, message } = refused;
            return { kind: 'failed', error_kind, message, answer: toolError(message) };
          }
          const whole = write_id !== null && captured.full !== null;
          const clean = (text: string | null) =>
            text === null ? null : withoutSecrets(text, options.secretsOf(server));
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
      const { answer } = await dispatcher.dispatchWrite({
        ...call,
        caller: call.caller(),
        tool,
        calledName: call.name,
      });
      return answer;
    },
  };
}

function refusedBy(decision: Exclude<Decision, { kind: 'allowed' }>, what: string): Refused {
  switch (decision.kind) {
    case 'denied':
      return {
        message: `The person refused this call of ${what}. Do not retry; ask them what they want instead.`,
        decided_by: 'person',
        kind: 'refused',
      };
    case 'unanswered':
      return {
        message: `Nobody approved this call of ${what} in time. Nothing was done; ask the person before you try again.`,
        decided_by: 'nobody',
        kind: 'refused',
      };
    case 'gone':
      return {
        message: `Cancelled while it waited for the person. Nothing was done.`,
        decided_by: 'nobody',
        kind: 'cancelled',
      };
  }
}

/** A tool of a server, made for one call. What describes a tool to clients comes from the server itself. */
function toolFor(
  name: string,
  server: string,
  made: {
    readonly effect: Effect;
    readonly ownReason: boolean;
    readonly summary: () => JsonObject;
    readonly perform: (context: {
      readonly signal: AbortSignal;
      readonly write_id: number | null;
    }) => Promise<LaterDone>;
  },
): WriteTool {
  return {
    kind: 'write',
    name,
    server,
    effect: made.effect,
    ownReason: made.ownReason,
    title: name,
    description: '',
    inputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    prepare: () => ({
      kind: 'later',
      summary: made.summary(),
      namespace: null,
      perform: made.perform,
    }),
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

/** Arguments for the eye of the person who is asked: whole as far as they can be read, without secrets. */
function shownArguments(args: JsonObject): string {
  const { full } = captureArguments({ args, raw: null, inputSchema: null, level: 'full' });
  const text = full === null ? '{}' : JSON.stringify(JSON.parse(full), null, 2);
  return text.length <= longestShown ? text : `${cutCharacters(text, longestShown)}\n…`;
}

const longestShown = 20_000;
