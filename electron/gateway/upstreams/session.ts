import { isRecord, type JsonRpcId, rpcCodes } from '../../wire/json-rpc.ts';
import { modernClaim } from '../../wire/mcp-headers.ts';
import { type RawMessage, rawAnswer, rawCall } from '../../wire/raw-message.ts';
import type { RequestOptions, UpstreamAnswer, UpstreamMessage } from './answers.ts';
import { createLabels } from './labels.ts';
import type { Link, LinkEvents, LostRequest } from './link.ts';

/** One JSON-RPC conversation over one link: it numbers requests and finds their answers. */
export interface Session {
  /** The events that the link is to be opened with. */
  readonly events: LinkEvents;
  attach(link: Link): void;
  /** `isModern`: its `params` carry the envelope of 2026-07-28. Never rejects. */
  request(
    method: string,
    params: string | null,
    isModern: boolean,
    options: RequestOptions,
  ): Promise<UpstreamAnswer>;
  notify(method: string, params: string | null, isModern: boolean): void;
  /** Requests without an answer yet. */
  running(): number;
  /** How many requests were answered so far. */
  answered(): number;
  /** Ends all requests: what was sent is unknown. */
  end(why: string): void;
  /** Why it is over; null: it is not. */
  over(): string | null;
}

export interface SessionOptions {
  readonly callTimeoutMs: number;
  readonly onMessage: (message: UpstreamMessage) => void;
  /** The server is not as it should be: in words. */
  readonly onTrouble: (why: string) => void;
  readonly onNote: (line: string) => void;
  /** An answer came in time. */
  readonly onAnswered: () => void;
  /** The link ended by itself. */
  readonly onEnd: (why: string) => void;
  readonly redact: (text: string) => string;
}

interface Pending {
  readonly method: string;
  readonly settle: (answer: UpstreamAnswer) => void;
  readonly onMessage: ((message: UpstreamMessage) => void) | undefined;
  /** Begins the time limit again: progress was made. */
  readonly touch: () => void;
}

const mostRunning = 2000;
const handshake: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

export function createSession(options: SessionOptions): Session {
  const pending = new Map<number, Pending>();
  const labels = createLabels<Pending>();
  let link: Link | null = null;
  let next = 0;
  let answered = 0;
  let over: string | null = null;

  const unknown = (why: string): UpstreamAnswer => ({
    kind: 'unknown',
    reason: 'cut',
    why: options.redact(why),
  });

  const lost = (id: number, how: LostRequest): void => {
    const why = options.redact(how.why);
    const one = pending.get(id);
    if (one === undefined) return;
    switch (how.kind) {
      case 'unknown':
        one.settle(unknown(how.why));
        return;
      case 'session-lost':
        one.settle({ kind: 'failed', reason: 'session-lost', why });
        return;
      case 'not-run':
        one.settle(
          how.status === null
            ? { kind: 'failed', reason: 'down', why }
            : { kind: 'failed', reason: 'refused', why, status: how.status },
        );
    }
  };

  const respond = (id: string, part: 'result' | 'error', raw: string): void => {
    if (over !== null) return;
    const text = rawAnswer(id, part, raw);
    link?.send({ text, id: null, method: '', claim: null, headers: null, signal: null });
  };

  const hand = (message: UpstreamMessage, to: Pending | null): void => {
    (to?.onMessage ?? options.onMessage)(message);
  };

  const onMessage = (message: RawMessage, request: number | null, streamed = false): void => {
    if (over !== null) return;
    const onStream = request === null ? null : (pending.get(request) ?? null);
    switch (message.kind) {
      case 'bad':
        return;
      case 'answer': {
        const one = pending.get(Number(message.id));
        // Late: the call was cancelled, or took too long.
        if (one === undefined) return;
        answered += 1;
        const kind = message.part;
        const { raw, value } = labels.inAnswer(Number(message.id), message);
        one.settle({ kind, raw, value, streamed });
        options.onAnswered();
        return;
      }
      case 'request': {
        const { id, method, params, value } = message;
        // Each link has its own life signs: a client that holds no stream open could not answer.
        if (method === 'ping') {
          respond(id, 'result', '{}');
          return;
        }
        let isOpen = true;
        const answer = (part: 'result' | 'error', raw: string): void => {
          if (!isOpen) return;
          isOpen = false;
          respond(id, part, raw);
        };
        hand({ kind: 'request', id, method, params, value, respond: answer }, onStream);
        return;
      }
      case 'notification': {
        const { method, params, value } = message;
        const found = params === null ? null : labels.about(method, { raw: params, value });
        if (found === null) {
          hand({ kind: 'notification', method, params, value }, onStream);
          return;
        }
        found.owner.touch();
        const { raw, value: named } = found.params;
        hand({ kind: 'notification', method, params: raw, value: named }, found.owner);
      }
    }
  };

  const end = (why: string): void => {
    if (over !== null) return;
    over = why;
    for (const one of [...pending.values()]) one.settle(unknown(why));
  };

  return {
    events: {
      onMessage,
      onLost: lost,
      onTooLong(id: JsonRpcId | null, isCall: boolean) {
        const one = isCall ? undefined : pending.get(Number(id ?? Number.NaN));
        const why = 'it sent a message that is larger than the limit';
        one?.settle(unknown(why));
        options.onTrouble(why);
      },
      onGarbage(why, sample) {
        options.onNote(`stdout: ${sample}`);
        options.onTrouble(`it sends what is no message of the protocol (${why})`);
      },
      onEnd(why) {
        end(why);
        options.onEnd(why);
      },
    },
    attach(given) {
      link = given;
    },
    request(method, params, isModern, { signal, onMessage, headers, clientId, ...more }) {
      if (link === null || over !== null) {
        const why = over ?? 'it is not connected';
        return Promise.resolve({ kind: 'failed', reason: 'down', why });
      }
      if (signal?.aborted === true) {
        const why = 'the client cancelled it before it was sent';
        return Promise.resolve({ kind: 'failed', reason: 'cancelled', why });
      }
      if (pending.size >= mostRunning) {
        const why = `${mostRunning} calls to it are running already`;
        return Promise.resolve({ kind: 'failed', reason: 'refused', why });
      }
      const to = link;
      next += 1;
      const id = next;
      const limit = more.timeoutMs === undefined ? options.callTimeoutMs : more.timeoutMs;
      const ending = to.hasStreams ? new AbortController() : null;
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | null = null;
        const settle = (answer: UpstreamAnswer): void => {
          if (!pending.delete(id)) return;
          if (timer !== null) clearTimeout(timer);
          labels.remove(id);
          signal?.removeEventListener('abort', cancel);
          resolve(answer);
        };
        const abandon = (reason: 'timeout' | 'cancelled', why: string): void => {
          settle({ kind: 'unknown', reason, why });
          // The handshake may not be cancelled; in 2026-07-28 over HTTP the end of the stream says it.
          if (!handshake.has(method) && !(isModern && to.hasStreams)) {
            const params = `{"requestId":${id},"reason":${JSON.stringify(why)}}`;
            const text = rawCall(null, 'notifications/cancelled', params);
            to.send({
              text,
              id: null,
              method: 'notifications/cancelled',
              claim: null,
              headers: null,
              signal: null,
            });
          }
          ending?.abort();
        };
        const cancel = (): void => abandon('cancelled', 'the client cancelled it');
        const expire = (): void => {
          const seconds = Math.round((limit ?? 0) / 10) / 100;
          abandon('timeout', `it did not answer within ${seconds} s`);
          // Who does not answer the handshake is not open, or of the other era.
          if (handshake.has(method)) return;
          options.onTrouble(`a call (${method}) had no answer within ${seconds} s`);
        };
        const one: Pending = { method, settle, onMessage, touch: () => timer?.refresh() };
        if (limit !== null) timer = setTimeout(expire, limit);
        signal?.addEventListener('abort', cancel, { once: true });
        pending.set(id, one);

        const sent = labels.token(id, one, params);
        if (method === 'subscriptions/listen') {
          labels.subscription(id, one, clientId ?? String(id));
        }
        to.send({
          text: rawCall(id, method, sent),
          id,
          method,
          claim: isModern ? claimOf(method, sent) : null,
          headers: headers ?? null,
          signal: ending?.signal ?? null,
        });
      });
    },
    notify(method, params, isModern) {
      if (over !== null) return;
      const claim = isModern ? claimOf(method, params) : null;
      const text = rawCall(null, method, params);
      link?.send({ text, id: null, method, claim, headers: null, signal: null });
    },
    over: () => over,
    running: () => pending.size,
    answered: () => answered,
    end,
  };
}

function claimOf(method: string, params: string | null) {
  const value: unknown = params === null ? null : JSON.parse(params);
  return isRecord(value) ? modernClaim(method, value) : null;
}

/** The answer to a server's request that nobody here can serve. */
export const nobodyHere = JSON.stringify({
  code: rpcCodes.methodNotFound,
  message: 'Method not found: no client serves this here',
});
