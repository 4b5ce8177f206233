import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { createEventStreamParser } from './event-stream.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** `stream`: may stay open for good, so it must not take a place from the calls. */
  readonly lane: 'call' | 'control' | 'stream';
  readonly signal: AbortSignal;
  /** The endpoint may have the bytes from now on. */
  readonly onSent?: () => void;
  /** The answer's headers have come, with a 2xx status. */
  readonly onHeaders?: (headers: IncomingMessage['headers']) => void;
  /** Each JSON-RPC message of a 2xx answer as JSON text; `eventId` where the stream gives ids. */
  readonly onMessage: (text: string, eventId: string | null) => void;
}

/** How an exchange ended. `sent: false` is certain: not a byte reached an endpoint. */
export type ExchangeEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'status'; readonly status: number; readonly body: string }
  | { readonly kind: 'broken'; readonly sent: boolean; readonly why: string };

// Lanes of their own, since a call can wait for a client's response, which is a message itself.
const agents = {
  call: new Agent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 8, scheduling: 'lifo' }),
  control: new Agent({ keepAlive: true, maxFreeSockets: 2 }),
  stream: new Agent({ keepAlive: false }),
} as const;

/** Closes kept connections, so that the process can end. */
export function closeAgents(): void {
  for (const agent of Object.values(agents)) agent.destroy();
}

const longestError = 64 * 1024;

/** One HTTP request to its very end. Never rejects. */
export function exchange(options: Exchange): Promise<ExchangeEnd> {
  return new Promise((resolve) => {
    let sent = false;
    const broken = (error: Error): void => {
      resolve({ kind: 'broken', sent, why: error.message });
    };
    const outgoing = request(
      options.url,
      {
        method: options.method,
        agent: agents[options.lane],
        signal: options.signal,
        headers: {
          ...options.headers,
          ...(options.body === undefined ? {} : { 'content-length': options.body.length }),
        },
      },
      (response) => readResponse(response, options, resolve, broken),
    );
    outgoing.once('error', broken);
    outgoing.once('socket', (socket) => {
      const markSent = (): void => {
        sent = true;
        options.onSent?.();
      };
      // A kept connection may have taken the bytes even where it breaks before an answer.
      if (socket.connecting) socket.once('connect', markSent);
      else markSent();
    });
    outgoing.end(options.body);
  });
}

function readResponse(
  response: IncomingMessage,
  options: Exchange,
  resolve: (end: ExchangeEnd) => void,
  broken: (error: Error) => void,
): void {
  const status = response.statusCode ?? 0;
  const type = (response.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  const fine = status >= 200 && status < 300;
  response.once('error', broken);
  response.once('close', () => {
    if (!response.complete) broken(new Error('the connection closed before the answer was whole'));
  });
  if (fine) options.onHeaders?.(response.headers);
  if (fine && type === 'text/event-stream') {
    const parse = createEventStreamParser((event) => {
      if (event.event === 'message') options.onMessage(event.data, event.id);
    });
    response.on('data', parse);
    response.once('end', () => resolve({ kind: 'ended' }));
    return;
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  response.on('data', (part: Buffer) => {
    bytes += part.length;
    if (fine || bytes <= longestError) parts.push(part);
  });
  response.once('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    if (!fine) {
      resolve({ kind: 'status', status, body });
      return;
    }
    if (type === 'application/json' && body.trim() !== '') options.onMessage(body, null);
    resolve({ kind: 'ended' });
  });
}
