import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** The answer of one POST: a stream where the client takes one, as the SDK's own server answers; else JSON. */
export interface AnswerStream {
  /** A whole JSON-RPC message as JSON text, ahead of the answer. False: the client takes no streams, or is gone. */
  send(message: string): boolean;
  /** The answer itself; ends it. */
  finish(message: string, status?: number): void;
  readonly isOver: () => boolean;
}

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
  response: ServerResponse,
  takesStreams: boolean,
  headers: OutgoingHttpHeaders,
): AnswerStream {
  let isStream = false;
  const isOver = () => response.destroyed || response.writableEnded;
  const begin = (): void => {
    if (isStream) return;
    isStream = true;
    response.writeHead(200, { ...headers, ...streamHeaders });
    response.flushHeaders();
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
    isOver,
    send(message) {
      if (!takesStreams || isOver()) return false;
      begin();
      response.write(eventText(message));
      return true;
    },
    finish(message, status = 200) {
      clearInterval(beat);
      if (isOver()) return;
      if (takesStreams && status === 200) begin();
      if (isStream) {
        response.end(eventText(message));
        return;
      }
      response.writeHead(status, {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(message),
      });
      response.end(message);
    },
  };
}
