const smallest = 4096;

/** Collects bytes until they are a whole. */
export interface ByteCollector {
  add(part: Buffer): void;
  length(): number;
  /** Everything so far as one buffer; the collector is empty again. */
  take(): Buffer;
  clear(): void;
}

/**
 * Keeps one buffer that grows by doubling instead of a list of parts: a peer that sends byte by byte would
 * make a part, some 100 bytes large, of each. A whole that came in one part is not copied.
 */
export function createByteCollector(): ByteCollector {
  let only: Buffer | null = null;
  let room: Buffer | null = null;
  let length = 0;

  const put = (part: Buffer): void => {
    if (room === null || room.length < length + part.length) {
      const grown = Buffer.allocUnsafe(Math.max(smallest, 2 * (length + part.length)));
      room?.copy(grown, 0, 0, length);
      room = grown;
    }
    part.copy(room, length);
    length += part.length;
  };
  const clear = (): void => {
    only = null;
    room = null;
    length = 0;
  };

  return {
    add(part) {
      if (part.length === 0) return;
      if (length === 0) {
        only = part;
        length = part.length;
        return;
      }
      if (only !== null) {
        const first = only;
        only = null;
        length = 0;
        put(first);
      }
      put(part);
    },
    length: () => length,
    take() {
      const whole = only ?? room?.subarray(0, length) ?? Buffer.alloc(0);
      clear();
      return whole;
    },
    clear,
  };
}
