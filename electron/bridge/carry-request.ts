import { setTimeout as sleep } from 'node:timers/promises';
import { visibleLine } from '../../shared/text.ts';
import type { ExchangeEnd } from '../wire/exchange.ts';
import { errorAnswer, isRecord, type JsonRpcId, parseRecord, rpcCodes } from '../wire/json-rpc.ts';
import { modernHeaders, postHeaders } from '../wire/mcp-headers.ts';
import { type CoreFinder, NoCoreError } from './core-finder.ts';
import type { CoreAddress } from './endpoint-file.ts';
import { exchange } from './exchange.ts';
import { type BridgeIdentity, baseHeaders, sessionHeaders } from './headers.ts';
import type { ClientRequest } from './message.ts';
import { headerOf, type Session, type Sessions } from './session.ts';

/** Where a message of the endpoint came from. */
export interface Origin {
  readonly core: CoreAddress;
  /** The session the request was sent in; null: none. */
  readonly session: Session | null;
  /** `Mcp-Session-Id` of this answer. */
  readonly openedSession: string | null;
}

export interface CarryDeps {
  readonly finder: CoreFinder;
  readonly sessions: Sessions;
  readonly identity: BridgeIdentity;
  /** Milliseconds after the first failure during which a request that was not run is tried again. */
  readonly retryMs: number;
}

export interface Carry {
  readonly message: ClientRequest;
  /** Aborted: the client cancelled, or the bridge ends. */
  readonly signal: AbortSignal;
  /** From now on the endpoint may have run it. */
  readonly onSent: () => void;
  readonly onMessage: (text: string, origin: Origin) => void;
  readonly isAnswered: () => boolean;
}

/** Methods that change nothing: after a restart they are simply asked again. */
const harmless: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'completion/complete',
  'logging/setLevel',
  'subscriptions/listen',
]);

const mostResends = 2;

/**
 * Carries one request until it is answered. Resolves to an error answer for the client, or null where
 * the endpoint's own answer went through, or none is wanted any more. Never runs a call twice: what may
 * have been run goes out again only under its id and body, and only to the process that had it.
 */
export async function carryRequest(deps: CarryDeps, carry: Carry): Promise<string | null> {
  const { finder, sessions, identity } = deps;
  const { message, signal } = carry;
  const modern = message.modern === null ? null : modernHeaders(message.method, message.modern);
  if (message.modern !== null && modern === null) {
    return errorAnswer(message.id, rpcCodes.methodNotFound, 'Method not found');
  }
  const isHarmless = harmless.has(message.method);
  let sentTo: { readonly pid: number; readonly session: Session | null } | null = null;
  let resends = 0;
  let renewals = 0;
  let retryUntil = 0;

  /** Waits a little for another try; false when the time for that is over. */
  const mayRetry = async (core: CoreAddress): Promise<boolean> => {
    finder.forget(core);
    if (retryUntil === 0) retryUntil = Date.now() + deps.retryMs;
    if (Date.now() > retryUntil) return false;
    await sleep(retryPauseMs, undefined, { signal });
    return true;
  };

  const send = async (core: CoreAddress, session: Session | null): Promise<ExchangeEnd> => {
    let openedSession: string | null = null;
    return exchange({
      url: core.url,
      method: 'POST',
      headers: {
        ...baseHeaders(core, identity),
        ...postHeaders,
        ...(modern ?? (session === null ? {} : sessionHeaders(session))),
        // Between our look and our arrival another core can have taken the same port.
        ...(sentTo === null ? {} : { 'inkwatch-only-pid': String(sentTo.pid) }),
      },
      body: message.body,
      lane: message.method === 'subscriptions/listen' ? 'stream' : 'call',
      signal,
      onSent: carry.onSent,
      onHeaders: (headers) => {
        openedSession = headerOf(headers['mcp-session-id']);
      },
      onMessage: (text) => carry.onMessage(text, { core, session, openedSession }),
    });
  };

  try {
    for (;;) {
      const core = await finder.find();
      let session: Session | null = null;
      if (modern === null && message.method !== 'initialize') {
        try {
          session = await sessions.ready(core);
        } catch (error) {
          if (await mayRetry(core)) continue;
          return errorAnswer(message.id, rpcCodes.server, textOf(error));
        }
      }
      if (sentTo !== null && !isHarmless) {
        if (core.pid !== sentTo.pid || session !== sentTo.session) return unknown(message.id);
      }
      const end = await send(core, session);
      if (carry.isAnswered() || signal.aborted) return null;
      if (end.kind === 'broken' && !end.sent) {
        if (await mayRetry(core)) continue;
        return errorAnswer(message.id, rpcCodes.server, `Inkwatch did not answer: ${end.why}`);
      }
      if (end.kind !== 'status') {
        // The way broke, or the stream ended without the answer.
        if (resends === mostResends) return unknown(message.id);
        resends += 1;
        if (!isHarmless) sentTo ??= { pid: core.pid, session };
        finder.forget(core);
        continue;
      }
      if (end.status === 404 && session !== null && renewals === 0) {
        // The session is looked up before anything runs, so this try ran nothing.
        renewals += 1;
        sessions.lost(session);
        continue;
      }
      if (end.status === 401 && renewals === 0) {
        renewals += 1;
        finder.forget(core);
        continue;
      }
      if (sentTo !== null && end.status === 412) return unknown(message.id);
      return refusal(message.id, end.status, end.body);
    }
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof NoCoreError && sentTo !== null) return unknown(message.id);
    return errorAnswer(message.id, rpcCodes.server, textOf(error));
  }
}

const retryPauseMs = 50;

function unknown(id: JsonRpcId | null): string {
  return errorAnswer(
    id,
    rpcCodes.server,
    'The connection to Inkwatch broke after this call was sent, and the process that had it cannot be asked again: whether the call was carried out is unknown. Check what is there before you repeat it.',
    { outcome: 'unknown' },
  );
}

/** The endpoint's refusal as an answer to this very request: its own words where it gave any. */
function refusal(id: JsonRpcId | null, status: number, body: string): string {
  const message = parseRecord(body);
  if (message !== null && isRecord(message.error)) {
    return JSON.stringify({ jsonrpc: '2.0', id, error: message.error });
  }
  const words = visibleLine(body).slice(0, 300);
  return errorAnswer(
    id,
    rpcCodes.server,
    `Inkwatch refused the message with HTTP status ${status}${words === '' ? '' : `: ${words}`}`,
  );
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
