import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * The answer of one POST: JSON, which clients read fastest, or a stream where the server behind it answers with
 * one, and from the first message that goes ahead of the answer.
 */
export interface AnswerStream {
  /** A whole JSON-RPC message as JSON text, ahead of the answer. False: the client takes no streams, or is gone. */
  send(message: string): boolean;
  /** The answer itself; ends it. `streamed`: as an event, also where nothing went ahead of it. */
  finish(message: string, how?: { readonly status?: number; readonly streamed?: boolean }): void;
}

/** What a client that reads slowly has not taken yet; more is not said to it. */
const mostBehind = 16 * 1024 * 1024;
/** A proxy or a client that hears nothing for long gives up: a stream says that it lives. */
const quietMs = 15_000;

const streamHeaders: OutgoingHttpHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** One message as an event; line ends inside JSON text are space between its tokens. */
export function eventText(message: string): string {
  const data = message
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join('');
  return `event: message\n${data}\n`;
}

export function openAnswerStream(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  headers: OutgoingHttpHeaders,
): AnswerStream {
  const takesStreams = /text\/event-stream|\*\/\*/.test(request.headers.accept ?? '*/*');
  let isStream = false;
  const isOver = () => response.destroyed || response.writableEnded;
  const begin = (): void => {
    if (isStream) return;
    isStream = true;
    // No flush: what follows at once goes out with it, in one piece.
    response.writeHead(200, { ...headers, ...streamHeaders });
  };
  const beat = setInterval(() => {
    if (isOver()) clearInterval(beat);
    else if (takesStreams) {
      begin();
      response.write(': still at work\n\n');
    }
  }, quietMs);
  beat.unref();
  response.once('close', () => clearInterval(beat));
  return {
    send(message) {
      if (!takesStreams || isOver() || response.writableLength > mostBehind) return false;
      begin();
      response.write(eventText(message));
      return true;
    },
    finish(message, { status = 200, streamed = false } = {}) {
      clearInterval(beat);
      if (isOver()) return;
      if (isStream) {
        response.end(eventText(message));
        return;
      }
      const isEvent = streamed && takesStreams;
      const text = isEvent ? eventText(message) : message;
      response.writeHead(isEvent ? 200 : status, {
        ...headers,
        ...(isEvent ? streamHeaders : { 'Content-Type': 'application/json' }),
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
  };
}
