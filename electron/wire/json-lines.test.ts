import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineReader } from './json-lines.ts';
import type { JsonRpcId } from './json-rpc.ts';

const read = (chunks: readonly string[], limit?: number) =>
  readBytes(
    chunks.map((chunk) => Buffer.from(chunk)),
    limit,
  );

function readBytes(chunks: readonly Buffer[], limit = 1000) {
  const lines: string[] = [];
  const long: { id: JsonRpcId | null; bytes: number }[] = [];
  const reader = createLineReader({
    limit: () => limit,
    onLine: (line) => lines.push(line.toString('utf8')),
    onTooLong: (id, head) => long.push({ id, bytes: head.length }),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { lines, long };
}

describe('lines', () => {
  it('come whole, however the bytes are cut', () => {
    expect(read(['{"a"', ':1}\n{"b":2}\n{"c', '":3}']).lines).toEqual([
      '{"a":1}',
      '{"b":2}',
      '{"c":3}',
    ]);
  });

  it('are left out where they are blank', () => {
    expect(read(['\n \t\r\n', '\r\n1\r\n']).lines).toEqual(['1\r']);
  });

  it('over the limit keep what shows that they are, and the next line is whole', () => {
    const text = `{"x":"${'y'.repeat(50)}","id":4}\n{"id":5}\n`;
    for (const size of [1, 7, 1000]) {
      const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(read(chunks, 20)).toEqual({ lines: ['{"id":5}'], long: [{ id: 4, bytes: 21 }] });
    }
  });

  it('of exactly the limit pass', () => {
    expect(read(['1234\n'], 4)).toEqual({ lines: ['1234'], long: [] });
  });

  it('are the same for any text, limit and cut of its bytes', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify({ text })),
      fc.constantFrom('', ' ', '\r', 'Listening on stdio', '{"id":1', '\ufeff{}'),
    );
    const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(line), cuts, fc.integer({ min: 1, max: 60 }), (texts, sizes, limit) => {
        const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const whole = texts.filter((text) => text.trim() !== '' || text.includes('\ufeff'));
        const fits = (text: string) => Buffer.byteLength(text) <= limit;
        const seen = readBytes(chunks, limit);
        expect(seen.lines).toEqual(whole.filter(fits));
        expect(seen.long).toHaveLength(texts.filter((text) => !fits(text)).length);
      }),
    );
  });

  it('that come byte by byte cost no more memory than their bytes', () => {
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const reader = createLineReader({
      limit: () => 2_000_000,
      onLine: () => {},
      onTooLong: () => {},
    });
    for (let at = 0; at < 1_000_000; at += 1) {
      reader.push(Buffer.from('x'));
      if (at % 50_000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }
    expect(most).toBeLessThan(60_000_000);
  });
});
