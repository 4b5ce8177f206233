import type { IncomingMessage, ServerResponse } from 'node:http';

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | {
      readonly kind: 'too-large';
      /** Bytes announced, or received until the limit was passed. */
      readonly size: number;
      /** False where the body never said its size: there is more than `size`. */
      readonly exact: boolean;
      /** Its first bytes, to tell what it was. */
      readonly head: Buffer;
    }
  /** The client went away. */
  | { readonly kind: 'cut' };

/** How much of a refused body is thrown away, so that the client gets to read why. */
const discard = { bytes: 64 * 1024 * 1024, ms: 5000 } as const;
const headBytes = 64 * 1024;

/** Reads a body of at most `limit` bytes. Memory stays flat: past the limit nothing is kept (case a14). */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (request.headers.expect?.toLowerCase() === '100-continue') {
    // A client that asks first learns of the limit without sending anything.
    if (announced > limit) {
      return Promise.resolve({
        kind: 'too-large',
        size: announced,
        exact: true,
        head: Buffer.alloc(0),
      });
    }
    response.writeContinue();
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit && !(announced > limit)) return;
      request.off('data', onData);
      throwAway(request);
      const exact = announced > limit;
      resolve({
        kind: 'too-large',
        size: exact ? announced : size,
        exact,
        head: Buffer.concat(chunks).subarray(0, headBytes),
      });
      chunks.length = 0;
    };
    request.on('data', onData);
    request.once('end', () => {
      const [only] = chunks;
      resolve({ kind: 'whole', bytes: chunks.length === 1 && only ? only : Buffer.concat(chunks) });
    });
    request.once('error', () => resolve({ kind: 'cut' }));
    request.once('close', () => resolve({ kind: 'cut' }));
  });
}

/**
 * Reads on and keeps nothing. Closing at once would reset the connection under the answer; a body without
 * end is cut all the same.
 */
export function throwAway(request: IncomingMessage): void {
  let left = discard.bytes;
  const deadline = setTimeout(() => request.destroy(), discard.ms);
  deadline.unref();
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  for (const over of ['end', 'close']) request.once(over, () => clearTimeout(deadline));
}
