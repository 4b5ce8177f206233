import {
  type Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createEventStreamParser, type StreamEvent } from './event-stream.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer | string;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  /** Largest answer body, or event of a stream, in bytes. */
  readonly limit: number;
  /** The other side may have the bytes from now on. */
  readonly onSent?: () => void;
  /** The answer's headers have come, with a 2xx status. */
  readonly onHeaders?: (headers: IncomingMessage['headers'], isStream: boolean) => void;
  /** Asked after each piece of a stream: milliseconds to read nothing more of it, so that its sender waits. */
  readonly restMs?: () => number;
  /** The JSON body of a 2xx answer, or each event of its stream. */
  readonly onEvent: (event: StreamEvent) => void;
}

/** How an exchange ended. `sent: false` is certain: not a byte reached the other side. */
export type ExchangeEnd =
  | { readonly kind: 'ended'; readonly stream: StreamPosition | null; readonly type: string }
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body: string;
      readonly headers: IncomingMessage['headers'];
    }
  | {
      readonly kind: 'broken';
      readonly sent: boolean;
      readonly why: string;
      /** The system's name of the error, such as ECONNREFUSED; null: none. */
      readonly code: string | null;
      readonly stream: StreamPosition | null;
    }
  /** The answer went over the limit and was cut. */
  | { readonly kind: 'too-large' };

/** Where a stream stood when it ended. */
export interface StreamPosition {
  readonly lastId: string | null;
  readonly retryMs: number | null;
}

const longestError = 64 * 1024;

/** One HTTP request to its very end. Never rejects. */
export function exchange(options: Exchange): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    let sent = false;
    let position: (() => StreamPosition) | null = null;
    const broken = (error: NodeJS.ErrnoException): void => {
      const stream = position?.() ?? null;
      const why = error.message === '' ? String(error.code ?? error.name) : error.message;
      resolve({ kind: 'broken', sent, why, code: error.code ?? null, stream });
    };
    const send = options.url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(
      options.url,
      {
        method: options.method,
        agent: options.agent,
        signal: options.signal,
        headers: {
          ...options.headers,
          ...(options.body === undefined
            ? {}
            : { 'content-length': Buffer.byteLength(options.body) }),
        },
      },
      (response) => {
        readResponse(response, options, resolve, broken, (of) => {
          position = of;
        });
      },
    );
    outgoing.once('error', broken);
    outgoing.once('socket', (socket) => {
      const markSent = (): void => {
        sent = true;
        options.onSent?.();
      };
      // A kept connection may have taken the bytes even where it breaks before an answer.
      if (!socket.connecting) markSent();
      else socket.once(options.url.protocol === 'https:' ? 'secureConnect' : 'connect', markSent);
    });
    outgoing.end(options.body);
  });
}

function readResponse(
  response: IncomingMessage,
  options: Exchange,
  resolve: (end: ExchangeEnd) => void,
  broken: (error: Error) => void,
  streams: (position: () => StreamPosition) => void,
): void {
  const status = response.statusCode ?? 0;
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const fine = status >= 200 && status < 300;
  const isStream = fine && type === 'text/event-stream';
  const tooLarge = (): void => {
    resolve({ kind: 'too-large' });
    response.destroy();
  };
  response.once('error', broken);
  response.once('close', () => {
    if (!response.complete) broken(new Error('the connection closed before the answer was whole'));
  });
  if (fine) options.onHeaders?.(response.headers, isStream);
  if (isStream) {
    const parser = createEventStreamParser({
      onEvent: options.onEvent,
      limit: options.limit,
      onTooLong: tooLarge,
    });
    const position = (): StreamPosition => ({
      lastId: parser.lastId(),
      retryMs: parser.retryMs(),
    });
    streams(position);
    response.on('data', (chunk: Buffer) => {
      parser.push(chunk);
      const rest = options.restMs?.() ?? 0;
      if (rest <= 0) return;
      response.pause();
      setTimeout(() => response.resume(), rest);
    });
    response.once('end', () => resolve({ kind: 'ended', stream: position(), type }));
    return;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes <= (fine ? options.limit : longestError)) parts.push(part);
    else if (fine) tooLarge();
    // The words of a refusal have come by now.
    else if (bytes > 16 * longestError) response.destroy();
  });
  response.once('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    if (!fine) {
      resolve({ kind: 'status', status, body, headers: response.headers });
      return;
    }
    if (type === 'application/json' && body.trim() !== '') {
      options.onEvent({ event: 'message', data: body, id: null });
    }
    resolve({ kind: 'ended', stream: null, type });
  });
}
