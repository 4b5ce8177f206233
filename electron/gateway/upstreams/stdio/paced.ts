import type { Readable } from 'node:stream';

/** How much is taken at once, and how long until others get their turn. */
const [pieceBytes, sliceMs] = [8 * 1024, 4];

export interface Paced {
  /** Takes nothing more for this long: the sender has to wait meanwhile. */
  rest(ms: number): void;
}

export interface PacedHandlers {
  readonly take: (piece: Buffer) => void;
  /** After the last piece. */
  readonly onEnd: () => void;
}

/**
 * Reads a pipe in small pieces and lets the event loop breathe between them. A flood fills the pipe, and
 * then the one who floods it waits, instead of everybody else.
 */
export function readPaced(stream: Readable, { take, onEnd }: PacedHandlers): Paced {
  let waiting: Buffer[] = [];
  let isBusy = false;
  let hasEnded = false;
  let restUntil = 0;

  const work = (): void => {
    isBusy = false;
    const start = performance.now();
    while (waiting.length > 0) {
      const now = performance.now();
      if (now < restUntil || now - start > sliceMs) {
        later(restUntil - now);
        return;
      }
      const [chunk = Buffer.alloc(0), ...rest] = waiting;
      waiting = chunk.length > pieceBytes ? [chunk.subarray(pieceBytes), ...rest] : rest;
      take(chunk.subarray(0, pieceBytes));
    }
    if (hasEnded) onEnd();
    else stream.resume();
  };

  const later = (ms: number): void => {
    isBusy = true;
    stream.pause();
    if (ms <= 0) setImmediate(work);
    else setTimeout(work, ms);
  };

  stream.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    if (!isBusy) work();
  });
  const ended = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    if (!isBusy) work();
  };
  stream.once('end', ended);
  // A pipe that breaks gives no end.
  stream.once('close', ended);
  stream.on('error', () => {});

  return {
    rest(ms) {
      restUntil = Math.max(restUntil, performance.now() + ms);
    },
  };
}
