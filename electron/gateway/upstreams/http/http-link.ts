import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamEvent } from '../../../wire/event-stream.ts';
import type { ExchangeEnd, StreamPosition } from '../../../wire/exchange.ts';
import { isRecord, parseRecord } from '../../../wire/json-rpc.ts';
import { modernHeaders, postHeaders } from '../../../wire/mcp-headers.ts';
import { rawAt } from '../../../wire/raw-json.ts';
import { readRawMessages } from '../../../wire/raw-message.ts';
import { createFlood } from '../flood.ts';
import {
  type Link,
  type LinkEvents,
  type LostRequest,
  mostUnasked,
  type Outgoing,
} from '../link.ts';
import type { HttpEndpoint } from './endpoint.ts';
import { createOneWay } from './one-way.ts';
import { createWhileOpen } from './while-open.ts';
import { failureWords } from './words.ts';

export interface HttpLinkOptions {
  readonly endpoint: HttpEndpoint;
  readonly events: LinkEvents;
}

const pauses = { firstMs: 1000, longestMs: 30_000 } as const;
/** How often a stream that broke is taken up again without a new event between. */
const mostResumptions = 5;
const goodbyeMs = 2000;

/** Speaks Streamable HTTP. Nothing is sent until the first message. */
export function openHttpLink({ endpoint, events }: HttpLinkOptions): Link {
  const over = new AbortController();
  const whileOpen = createWhileOpen(over.signal);
  let session: { readonly id: string | null; readonly version: string } | null = null;
  let sessionId: string | null = null;
  let isListening = false;
  const unasked = createFlood();
  let unaskedCount = 0;
  const restMs = (): number => (unaskedCount > mostUnasked ? unasked.restMs() : 0);

  const sessionHeaders = (): OutgoingHttpHeaders => ({
    ...(session === null ? {} : { 'mcp-protocol-version': session.version }),
    ...(sessionId === null ? {} : { 'mcp-session-id': sessionId }),
  });

  /** Takes an event; true where it held the answer to `request`. */
  const take = (event: StreamEvent, request: number | null, streamed: boolean): boolean => {
    if (event.event !== 'message' || over.signal.aborted) return false;
    let answered = false;
    for (const message of readRawMessages(event.data)) {
      if (message.kind !== 'answer') unaskedCount = unasked.add(1);
      if (message.kind === 'bad') {
        events.onGarbage(message.why, event.data.slice(0, 500));
        continue;
      }
      // Some servers give an answer's id as text; on its own stream there is no doubt whose it is.
      answered ||= message.kind === 'answer' && Number(message.id) === request;
      events.onMessage(message, request, streamed);
    }
    return answered;
  };

  /** Takes up the stream of a request where it broke: the call itself is not sent again. */
  const resume = async (
    request: number,
    from: StreamPosition,
    signal: AbortSignal,
  ): Promise<LostRequest | null> => {
    let position = from;
    let tries = 0;
    let why = 'the stream of its answer broke';
    while (position.lastId !== null && tries < mostResumptions) {
      await sleep(position.retryMs ?? pauses.firstMs, undefined, { signal, ref: false });
      let isAnswered = false;
      const end = await endpoint.request({
        method: 'GET',
        lane: 'stream',
        headers: {
          ...sessionHeaders(),
          accept: 'text/event-stream',
          'last-event-id': position.lastId,
        },
        signal,
        restMs,
        onEvent: (event) => {
          isAnswered ||= take(event, request, true);
          tries = 0;
        },
      });
      if (isAnswered || signal.aborted) return null;
      tries += 1;
      if (end.kind === 'status' && end.status < 500) break;
      if (end.kind === 'too-large') return { kind: 'unknown', why: failureWords(end) };
      if (end.kind === 'status' || end.stream === null) {
        if (end.kind !== 'ended') why = failureWords(end);
        continue;
      }
      position = { ...end.stream, lastId: end.stream.lastId ?? position.lastId };
    }
    return { kind: 'unknown', why };
  };

  // What the server asks before the client listens is lost in many servers (the SDK's own among them), so
  // the first request after `initialized` waits until the stream is open, or there will be none.
  let listening: Promise<void> = Promise.resolve();
  let isOpen: () => void = () => {};
  const awaitListening = (): void => {
    listening = new Promise((resolve) => {
      isOpen = resolve;
      setTimeout(resolve, listenMs).unref();
    });
  };

  const request = async (message: Outgoing, id: number, signal: AbortSignal): Promise<void> => {
    await listening;
    const lost = (how: LostRequest): void => {
      if (!signal.aborted) events.onLost(id, how);
    };
    const modern = message.claim === null ? null : modernHeaders(message.method, message.claim);
    if (message.claim !== null && modern === null) {
      lost({ kind: 'not-run', why: 'its method cannot be sent in a header', status: null });
      return;
    }
    let isAnswered = false;
    let streamed = false;
    const end = await endpoint.request({
      method: 'POST',
      lane: message.method === 'subscriptions/listen' ? 'stream' : 'call',
      headers: {
        ...message.headers,
        ...postHeaders,
        ...(modern ?? (message.method === 'initialize' ? {} : sessionHeaders())),
      },
      // As text it goes out with the headers, in one piece.
      body: message.text,
      signal,
      restMs,
      onHeaders: (headers, isStream) => {
        streamed = isStream;
        const given = headers['mcp-session-id'];
        if (message.method === 'initialize' && typeof given === 'string') sessionId = given;
      },
      onEvent: (event) => {
        isAnswered ||= take(event, id, streamed);
      },
    });
    if (isAnswered || signal.aborted) return;
    const position = end.kind === 'ended' || end.kind === 'broken' ? end.stream : null;
    if (position !== null && position.lastId !== null) {
      const how = await resume(id, position, signal);
      if (how !== null) lost(how);
      return;
    }
    lost(lostBy(end, id));
  };

  /** How a request was lost whose exchange ended without its answer. */
  const lostBy = (end: ExchangeEnd, id: number): LostRequest => {
    switch (end.kind) {
      case 'ended': {
        const what = end.stream === null ? `a body of type "${end.type}"` : 'a stream';
        return { kind: 'unknown', why: `it answered with ${what} that holds no answer` };
      }
      case 'too-large':
        return { kind: 'unknown', why: failureWords(end) };
      case 'broken':
        return end.sent
          ? { kind: 'unknown', why: failureWords(end) }
          : { kind: 'not-run', why: failureWords(end), status: null };
      case 'status': {
        const value = parseRecord(end.body);
        const error = value === null ? null : rawAt(end.body, 'error');
        // 404 by the specification; servers after the SDK's own example say 400 and name the session.
        const isStale = end.status === 404 || (end.status === 400 && /session/i.test(end.body));
        if (isStale && sessionId !== null) {
          const why = `it no longer knows the session (HTTP ${end.status})`;
          return { kind: 'session-lost', why };
        }
        if (error !== null && isRecord(value?.error)) {
          // The server's own refusal, under whatever id it could read.
          events.onMessage(
            { kind: 'answer', id, part: 'error', raw: error, value: value.error },
            id,
          );
        }
        // What a proxy says of a server behind it is no evidence of what that server did.
        return end.status >= 500
          ? { kind: 'unknown', why: failureWords(end) }
          : { kind: 'not-run', why: failureWords(end), status: end.status };
      }
    }
  };

  const post = async (message: Outgoing, signal: AbortSignal): Promise<void> => {
    const modern = message.claim === null ? null : modernHeaders(message.method, message.claim);
    await endpoint.request({
      method: 'POST',
      lane: 'stream',
      headers: { ...postHeaders, ...(modern ?? sessionHeaders()) },
      // As text it goes out with the headers, in one piece.
      body: message.text,
      signal,
      onEvent: () => {},
    });
    if (message.method === 'notifications/initialized') keepListening();
  };

  const oneWay = createOneWay((message) =>
    whileOpen(AbortSignal.timeout(oneWayMs), (signal) => post(message, signal)),
  );

  const keepListening = (): void => {
    if (!isListening || session === null || over.signal.aborted) {
      isOpen();
      return;
    }
    isListening = false;
    void listen(over.signal)
      .catch(() => {})
      .finally(isOpen);
  };

  /** Holds the stream open on which the server says what nobody asked for; not all of them have one. */
  const listen = async (signal: AbortSignal): Promise<void> => {
    let lastId: string | null = null;
    let pause: number = pauses.firstMs;
    while (!signal.aborted) {
      const end = await endpoint.request({
        method: 'GET',
        lane: 'stream',
        headers: {
          ...sessionHeaders(),
          accept: 'text/event-stream',
          ...(lastId === null ? {} : { 'last-event-id': lastId }),
        },
        signal,
        restMs,
        onHeaders: () => isOpen(),
        onEvent: (event) => {
          lastId = event.id ?? lastId;
          pause = pauses.firstMs;
          take(event, null, true);
        },
      });
      if (signal.aborted) return;
      if (end.kind === 'status' && end.status === 404 && sessionId !== null) {
        over.abort();
        events.onEnd('it no longer knows the session (HTTP 404)');
        return;
      }
      if (end.kind === 'status' && end.status < 500 && end.status !== 409) return;
      // A stream that is no stream, such as a page that answers every address.
      if (end.kind === 'ended' && end.stream === null) return;
      const stream = end.kind === 'ended' || end.kind === 'broken' ? end.stream : null;
      lastId = stream?.lastId ?? lastId;
      await sleep(stream?.retryMs ?? pause, undefined, { signal, ref: false });
      pause = Math.min(pause * 2, pauses.longestMs);
    }
  };

  return {
    pid: null,
    hasStreams: true,
    send(message) {
      if (message.method === 'notifications/initialized' && isListening) awaitListening();
      if (message.id === null) oneWay(message);
      else {
        const { id } = message;
        void whileOpen(message.signal, (signal) => request(message, id, signal)).catch(() => {});
      }
    },
    settled(version) {
      session = version === null ? null : { id: sessionId, version };
    },
    listen() {
      isListening = true;
    },
    async close() {
      const id = sessionId;
      const headers = sessionHeaders();
      over.abort();
      if (id === null) return;
      // Not all servers let a session be ended, and none is worth waiting for.
      await endpoint.request({
        method: 'DELETE',
        lane: 'call',
        headers,
        signal: AbortSignal.timeout(goodbyeMs),
        onEvent: () => {},
      });
    },
  };
}

const listenMs = 1000;
const oneWayMs = 30_000;
