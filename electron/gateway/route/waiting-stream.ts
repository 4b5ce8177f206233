import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { eventText } from '../../mcp/http/answer-stream.ts';

/** What a server says unasked, for the stream that a client may hold open; kept for a while where it holds none. */
export interface WaitingStream {
  /** Takes this response as the stream from now on; one that was there before ends. */
  hold(response: ServerResponse, headers: OutgoingHttpHeaders): void;
  send(message: string): void;
  readonly isHeld: () => boolean;
  close(): void;
}

/** A client that does not listen must not make us grow: the oldest goes first. */
const mostKept = 200;
const mostKeptBytes = 4 * 1024 * 1024;
/** What a slow client has not taken yet. */
const mostBehind = 16 * 1024 * 1024;
const quietMs = 15_000;

export function createWaitingStream(): WaitingStream {
  let held: ServerResponse | null = null;
  let kept: string[] = [];
  let bytes = 0;
  let beat: NodeJS.Timeout | undefined;
  const isHeld = () => held !== null && !held.destroyed && !held.writableEnded;

  return {
    isHeld,
    hold(response, headers) {
      held?.end();
      held = response;
      clearInterval(beat);
      beat = setInterval(() => response.write(': still here\n\n'), quietMs);
      beat.unref();
      const ours = beat;
      response.once('close', () => clearInterval(ours));
      response.writeHead(200, {
        ...headers,
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-cache, no-transform',
      });
      response.flushHeaders();
      for (const message of kept) response.write(eventText(message));
      kept = [];
      bytes = 0;
    },
    send(message) {
      if (held !== null && isHeld()) {
        if (held.writableLength > mostBehind) held.destroy();
        else {
          held.write(eventText(message));
          return;
        }
      }
      kept.push(message);
      bytes += message.length;
      while (kept.length > mostKept || (bytes > mostKeptBytes && kept.length > 1)) {
        bytes -= kept.shift()?.length ?? 0;
      }
    },
    close() {
      clearInterval(beat);
      held?.end();
      held = null;
      kept = [];
    },
  };
}
