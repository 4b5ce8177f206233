import { createReadStream } from 'node:fs';

export interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: Buffer;
  /** It was longer; the rest of it is not kept. */
  readonly isCut: boolean;
}

/** A write's line is a few kilobytes; more is no record, and must not fill the memory. */
const longestLine = 1024 * 1024;

/**
 * The lines of a file as bytes, without blank ones, line ends and a byte-order mark. Only LF ends a
 * line: Node's own `readline` also cuts at U+2028, which JSON may hold inside a string.
 */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const take = (part: Buffer): void => {
    if (size < longestLine) parts.push(part.subarray(0, longestLine - size));
    size += part.length;
  };
  const line = (): FileLine | null => {
    number += 1;
    const bytes = trimmed(Buffer.concat(parts), number === 1);
    const isCut = size > longestLine;
    parts = [];
    size = 0;
    return bytes.length === 0 ? null : { number, bytes, isCut };
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      take(chunk.subarray(start, end));
      start = end + 1;
      const whole = line();
      if (whole !== null) yield whole;
    }
    take(chunk.subarray(start));
  }
  const last = line();
  if (last !== null) yield last;
}

const spaces = new Set([0x20, 0x09, 0x0d]);

function trimmed(bytes: Buffer, isFirst: boolean): Buffer {
  let start = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  while (start < end && spaces.has(bytes[start] ?? 0)) start += 1;
  while (end > start && spaces.has(bytes[end - 1] ?? 0)) end -= 1;
  return bytes.subarray(start, end);
}
