import { describe, expect, it } from 'vitest';
import { hello, oddConfig, testUpstreams } from '../../testing/upstreams/odd-upstreams.ts';
import { listAll } from './list-all.ts';

describe('a list', () => {
  it.each([
    [{ tools: 10, page: 3 }, 10, null],
    [{ tools: 10, page: 3, moves: true }, 10, null],
    [{ tools: 0 }, 0, null],
    [{ tools: 4, page: 2, circle: true }, 6, 'its list goes round in a circle'],
    [{ tools: 3, silent: ['tools/list'] }, 0, 'it did not answer within 0.5 s'],
  ] as const)('of %j is read whole', async (faults, count, missing) => {
    const upstreams = testUpstreams([oddConfig('odd', faults)]);
    const session = upstreams.open('odd', hello(), () => {});
    const listed = await listAll(session, 'tools/list', { timeoutMs: 500 });
    expect(listed.missing).toBe(missing);
    expect(listed.items).toHaveLength(count);
    const names = new Set(listed.items.map(({ value }) => (value as { name: string }).name));
    if (missing === null) expect(names.size).toBe(count);
  });
});
