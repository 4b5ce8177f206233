import type { Effect } from '../../../shared/ledger.ts';
import type { ErrorKind } from '../../../shared/outcome.ts';
import type { ServerOptions, ToolPolicy } from '../../../shared/servers.ts';
import { cutCharacters } from '../../../shared/text.ts';
import { type CallAnswer, toolError } from '../../mcp/dispatch/write-call.ts';
import type { Dispatcher } from '../../mcp/dispatch.ts';
import { isJsonObject, type JsonObject, rpcCode } from '../../mcp/json-rpc.ts';
import type { ToolCall } from '../../mcp/tool-call.ts';
import type { LaterDone, WriteTool } from '../../mcp/tools/tool.ts';
import { rawAt, rawMembers, withRaw } from '../../wire/raw-json.ts';
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
    mayRun: () => boolean,
  ): Promise<Judgement> => {
    const because = call.refusedBecause ?? null;
    if (because !== null) {
      const refused: Refused = { message: because, decided_by: 'policy', kind: 'refused' };
      return { refused, decided_by: null };
    }
    switch (policyOf(call.server, name)) {
      case 'allow':
        return fine;
      case 'deny': {
        const message = `The person does not allow ${name} of ${call.server} to be called. Do not retry; tell them what you wanted it for.`;
        return { refused: { message, decided_by: 'policy', kind: 'refused' }, decided_by: null };
      }
      case 'ask': {
        // Nobody is asked of what is refused anyway, or was done before.
        if (!mayRun()) return unasked;
        const decision = await asked(call, name, args);
        return decision.kind === 'allowed'
          ? { refused: null, decided_by: 'person' }
          : { refused: refusedBy(decision, `${name} of ${call.server}`), decided_by: null };
      }
    }
  };

  /** A name that the server does not list may be another spelling of one that it does. */
  const policyOf = (server: string, name: string): ToolPolicy => {
    const said = rules.policy(server, name);
    const listed = book.tools(server);
    if (said !== 'allow' || listed === null || listed.some((tool) => tool.name === name)) {
      return said;
    }
    const like = listed.filter((tool) => spelling(tool.name) === spelling(name));
    const policies = like.map((tool) => rules.policy(server, tool.name));
    return policies.find((one) => one === 'deny') ?? policies.find((one) => one === 'ask') ?? said;
  };

  const asked = async (call: GatewayCall, name: string, args: JsonObject): Promise<Decision> => {
    const { client_info, client_name } = call.caller();
    const { server } = call;
    const endBeat = whileWaiting(call);
    const decision = await approvals.ask(
      {
        key: JSON.stringify([call.request?.scope, call.request?.id, server, call.params]),
        server,
        tool: name,
        client: { client_info, client_name },
        reason: typeof args.reason === 'string' ? args.reason.slice(0, 1000) : null,
        arguments: withoutSecrets(shownArguments(args), options.secretsOf(server)),
      },
      call.signal,
    );
    endBeat();
    if ('always' in decision && decision.always) {
      options.onAlways(server, name, decision.kind === 'allowed' ? 'allow' : 'deny');
    }
    return decision;
  };

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
      if (leavesNoRow && call.refusal !== null) return { kind: 'error', error: call.refusal.error };
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
      if (sound) judgement = await judged(call, name, args, () => dispatcher.wouldRun(write));
      if (leavesNoRow && sound && judgement.refused === null) {
        return answerOf(server, await forward(call, look, call.signal));
      }
      const { answer } = await dispatcher.dispatchWrite(write);
      return answer;
    },
  };
}

interface Judgement {
  readonly refused: Refused | null;
  readonly decided_by: 'person' | null;
}

const fine: Judgement = { refused: null, decided_by: null };
/** For a call that the one door refuses, or answers as it did before; if it runs after all, it does not run. */
const unasked: Judgement = {
  refused: {
    message:
      'The person was not asked whether this may be called, so nothing was done. Call it again.',
    decided_by: 'policy',
    kind: 'refused',
  },
  decided_by: null,
};

/** Members of `params` that say what is called. */
const telling: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * The call, refused where its `params` could be read as another one: what is recorded and decided of must be
 * what the server runs. Parsers differ on a member that comes twice, and Go's take `Name` for `name`.
 */
function withSoundParams(call: GatewayCall): GatewayCall {
  if (call.refusal !== null) return call;
  const seen = new Set<string>();
  for (const { key } of rawMembers(call.params)) {
    const lower = key.toLowerCase();
    const says = !telling.has(lower)
      ? null
      : key !== lower
        ? 'is spelled otherwise'
        : 'comes twice';
    if (says !== null && (key !== lower || seen.has(key))) {
      const message = `Invalid params: \`${lower}\` ${says}; nothing was called`;
      const error = { code: rpcCode.invalidParams, message };
      return { ...call, refusal: { error, kind: 'invalid', summary: {} } };
    }
    seen.add(key);
  }
  return call;
}

/** Tells a client that asked for progress that its call lives while the person thinks. */
function whileWaiting({ pass, meta }: GatewayCall): () => void {
  const token = meta.progressToken;
  const { onMessage } = pass;
  if (onMessage === undefined || (typeof token !== 'string' && typeof token !== 'number')) {
    return () => undefined;
  }
  let beats = 0;
  const beat = () => {
    beats += 1;
    // It has to grow, and must not be above what the server says first.
    const progress = beats * 1e-6;
    const message = 'Waiting for the person to approve this call';
    const value = { progressToken: token, progress, message };
    const method = 'notifications/progress';
    onMessage({ kind: 'notification', method, params: JSON.stringify(value), value });
  };
  beat();
  const timer = setInterval(beat, waitingBeatMs);
  timer.unref();
  return () => clearInterval(timer);
}

const waitingBeatMs = 10_000;

/** Names that a server may take for the same. */
function spelling(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
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
    case 'too-many':
      return {
        message: `Too many calls wait for the person already, so this one of ${what} was refused. Nothing was done; wait for their answers.`,
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
