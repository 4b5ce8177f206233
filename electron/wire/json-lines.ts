import { createByteCollector } from './byte-collector.ts';
import type { JsonRpcId } from './json-rpc.ts';
import { createIdSkimmer, type IdSkimmer } from './skim-id.ts';

const lineFeed = 0x0a;

export interface LineReader {
  push(chunk: Buffer): void;
  /** The input ended: what stands without a line end is a line too. */
  end(): void;
}

export interface LineHandlers {
  /** Longest line in bytes, asked at each line, since settings change while the bridge lives. */
  readonly limit: () => number;
  readonly onLine: (line: Buffer) => void;
  /**
   * A line over the limit: as many of its bytes as it takes to pass it, its id if it had one, and whether
   * it had a method.
   */
  readonly onTooLong: (id: JsonRpcId | null, head: Buffer, isCall: boolean) => void;
}

/** Cuts a byte stream into lines and never holds much more of a line than the limit. */
export function createLineReader(handlers: LineHandlers): LineReader {
  const kept = createByteCollector();
  let skimmer: IdSkimmer | null = null;

  const add = (part: Buffer): void => {
    if (skimmer !== null) {
      skimmer.push(part);
      return;
    }
    const limit = handlers.limit();
    if (kept.length() + part.length <= limit) {
      kept.add(part);
      return;
    }
    const before = kept.take();
    skimmer = createIdSkimmer();
    skimmer.push(before);
    skimmer.push(part);
    kept.add(before);
    kept.add(part.subarray(0, limit + 1 - before.length));
  };

  const finish = (): void => {
    const line = kept.take();
    const long = skimmer;
    skimmer = null;
    if (long !== null) handlers.onTooLong(long.id(), line, long.isCall());
    else if (line.length > 0 && !isBlank(line)) handlers.onLine(line);
  };

  return {
    push(chunk) {
      let start = 0;
      for (;;) {
        const end = chunk.indexOf(lineFeed, start);
        if (end === -1) break;
        add(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      if (start < chunk.length) add(chunk.subarray(start));
    },
    end: finish,
  };
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
