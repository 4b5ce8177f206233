import { errorAnswer, type JsonRpcId, oneLine, parseRecord } from '../wire/json-rpc.ts';
import { modernHeaders, postHeaders } from '../wire/mcp-headers.ts';
import { type Carry, type CarryDeps, carryRequest, type Origin } from './carry-request.ts';
import { exchange } from './exchange.ts';
import { baseHeaders, sessionHeaders } from './headers.ts';
import type {
  ClientMessage,
  ClientNotification,
  ClientRequest,
  ClientResponse,
} from './message.ts';
import { labelServerIds, sortServerMessage, unlabelResponse } from './server-messages.ts';
import { type Session, versionOf } from './session.ts';

export interface Bridge {
  /** Takes the client's next message; messages keep their order where it matters. */
  take(message: ClientMessage): void;
  /** A message that the endpoint sent unasked. */
  fromServer(text: string, session: Session): void;
  /** Bytes of messages that are not done with yet. */
  waitingBytes(): number;
  /** Resolves when everything taken so far is answered or gone. */
  settled(): Promise<void>;
}

export interface BridgeOptions extends CarryDeps {
  /** One JSON-RPC message for the client. */
  readonly write: (line: string) => void;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
  /** A message is done with: there may be room again. */
  readonly onDone: () => void;
}

interface Pending {
  readonly message: ClientRequest;
  readonly cancel: AbortController;
  sent: boolean;
  answered: boolean;
}

/** Carries messages between one client and one home's core. */
export function createBridge(options: BridgeOptions): Bridge {
  const { sessions, finder, identity, log } = options;
  const pending = new Set<Pending>();
  const running = new Set<Promise<void>>();
  let waitingBytes = 0;
  let order: Promise<void> = Promise.resolve();

  const write = (text: string): void => options.write(oneLine(text));
  const report = (error: unknown): void => log(String(error));

  const deliver = (
    text: string,
    generation: number,
    own: Pending | null,
    origin?: Origin,
  ): void => {
    const message = parseRecord(text);
    const sorted = sortServerMessage(message);
    switch (sorted.kind) {
      case 'bad':
        log('left out something from Inkwatch that is not JSON-RPC');
        return;
      case 'other': {
        const labelled = message === null ? null : labelServerIds(message, generation);
        write(labelled === message ? text : JSON.stringify(labelled));
        return;
      }
      case 'answer': {
        const asked = own ?? [...pending].find((one) => one.message.id === sorted.id);
        if (asked === undefined || asked.answered || asked.message.id !== sorted.id) return;
        if (asked.cancel.signal.aborted) return;
        asked.answered = true;
        const version = versionOf(message);
        if (asked.message.method === 'initialize' && version !== null && origin !== undefined) {
          sessions.opened({
            body: asked.message.body,
            core: origin.core,
            id: origin.openedSession,
            version,
          });
        }
        write(text);
      }
    }
  };

  const request = async (message: ClientRequest): Promise<void> => {
    const one: Pending = { message, cancel: new AbortController(), sent: false, answered: false };
    pending.add(one);
    const stop = (): void => one.cancel.abort();
    options.signal.addEventListener('abort', stop, { once: true });
    const carry: Carry = {
      message,
      signal: one.cancel.signal,
      onSent: () => {
        one.sent = true;
      },
      onMessage: (text, origin) => deliver(text, origin.session?.generation ?? 1, one, origin),
      isAnswered: () => one.answered,
    };
    const error = await carryRequest(options, carry);
    options.signal.removeEventListener('abort', stop);
    pending.delete(one);
    if (error !== null && !one.answered && !one.cancel.signal.aborted) write(error);
  };

  const oneWay = async (message: ClientNotification | ClientResponse): Promise<void> => {
    // A message that asks for no answer is no reason to start a core, or to wait for one.
    const core = await finder.look();
    if (core === null) return log('Inkwatch is away: a notification was dropped');
    const modern =
      message.kind === 'notification' && message.modern !== null
        ? modernHeaders(message.method, message.modern)
        : null;
    const session = modern === null ? await sessions.ready(core) : null;
    const body =
      message.kind === 'response' && session !== null
        ? unlabelResponse(message.id, message.body, session.generation)
        : message.body;
    if (body === null) return log('dropped the response to a request of an earlier session');
    const end = await exchange({
      url: core.url,
      method: 'POST',
      headers: {
        ...baseHeaders(core, identity),
        ...postHeaders,
        ...(modern ?? (session === null ? {} : sessionHeaders(session))),
      },
      body,
      lane: 'control',
      signal: options.signal,
      onMessage: () => {},
    });
    if (end.kind === 'status') log(`Inkwatch took no notice of a message (HTTP ${end.status})`);
    if (end.kind === 'broken') log(`a notification may be lost: ${end.why}`);
  };

  const cancel = async (message: ClientNotification, id: JsonRpcId): Promise<void> => {
    const meant = [...pending].filter((one) => one.message.id === id && !one.answered);
    // In 2026 the end of the stream is the cancellation; in 2025 the notification is.
    const tell = meant.some((one) => one.sent && one.message.modern === null);
    if (tell) await oneWay(message).catch(report);
    for (const one of meant) one.cancel.abort();
  };

  /** Resolves when the next message may go. */
  const step = async (message: ClientMessage, done: () => void): Promise<void> => {
    switch (message.kind) {
      case 'bad':
        write(errorAnswer(null, message.code, message.why));
        return done();
      case 'response':
        return oneWay(message).finally(done);
      case 'notification':
        if (message.cancels !== null) return cancel(message, message.cancels).finally(done);
        await oneWay(message).finally(done);
        if (message.method === 'notifications/initialized') sessions.listen();
        return;
      case 'request': {
        const answered = request(message)
          .catch(report)
          .finally(() => {
            running.delete(answered);
            done();
          });
        running.add(answered);
        // Nothing that follows can be sent without the session that this opens.
        if (message.method === 'initialize') await answered;
      }
    }
  };

  return {
    take(message) {
      const bytes = message.kind === 'bad' ? 0 : message.body.length;
      waitingBytes += bytes;
      const done = (): void => {
        waitingBytes -= bytes;
        options.onDone();
      };
      order = order.then(() => step(message, done)).catch(report);
    },
    fromServer: (text, session) => deliver(text, session.generation, null),
    waitingBytes: () => waitingBytes,
    async settled() {
      await order;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
