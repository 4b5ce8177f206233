import { describe, expect, it } from 'vitest';
import { createLineReader } from './json-lines.ts';
import type { JsonRpcId } from './json-rpc.ts';

function read(chunks: readonly string[], limit = 1000) {
  const lines: string[] = [];
  const long: { id: JsonRpcId | null; bytes: number }[] = [];
  const reader = createLineReader({
    limit: () => limit,
    onLine: (line) => lines.push(line.toString('utf8')),
    onTooLong: (id, head) => long.push({ id, bytes: head.length }),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
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
});
