import { describe, expect, it } from 'vitest';
import { emptyFilter } from '../filter.ts';
import { chipsOf, removeChip } from './chips.ts';
import { describeFilter } from './describe.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

const read = (query: string) => parseQuery(query, { now: 0 }).filter;

describe('chipsOf', () => {
  it('names each part for the eye and for a screen reader', () => {
    const chips = chipsOf(
      read('client:cursor -tool:tree.tag is:failures time:this-week run:r "a b"'),
    );
    expect(chips).toEqual([
      { id: 'client:cursor', name: 'client', value: 'Cursor', label: 'Cursor' },
      { id: '-tool:tree.tag', name: '-tool', value: 'tree.tag', label: 'not tree.tag' },
      { id: 'is:not-succeeded', name: 'is', value: 'not succeeded', label: 'not succeeded' },
      { id: 'time:this-week', name: 'time', value: 'This week', label: 'this week' },
      { id: 'run:r', name: 'run', value: 'r', label: 'in run r' },
      { id: 'a b', name: 'text', value: '“a b”', label: 'containing “a b”' },
    ]);
  });

  it('calls a client by the name that the ledger knows', () => {
    const known = { client: [{ value: 'mcp:zed-x', label: 'Zed: \u202eX', count: 1 }] };
    const filter = read('client:mcp:zed-x');
    expect(chipsOf(filter, known)[0]?.value).toBe('Zed: \\u{202e}X');
    expect(describeFilter(filter, known)).toBe('Zed: \\u{202e}X');
    expect(describeFilter(filter)).toBe('zed-x');
    expect(parseQuery('client:"zed: \u202ex"', { now: 0, known }).filter).toEqual(filter);
  });

  it('names up to four values of a list', () => {
    expect(describeFilter(read('tool:a tool:b tool:c tool:d'))).toBe('a, b, c or d');
  });

  it('cuts long values and shows blank ones as such', () => {
    const filter = { ...emptyFilter, run: ' ', text: 'x'.repeat(5000) };
    const words = describeFilter(filter);
    expect(words).toMatch(/^in run blank, containing “x{60}…”$/);
  });
});

describe('removeChip', () => {
  it('takes one part away and leaves the others', () => {
    const filter = read('tool:a tool:b -tool:a is:not-succeeded time:today x');
    const without = (id: string): string => printQuery(removeChip(filter, id));
    expect(without('tool:a')).toBe('tool:b -tool:a is:not-succeeded time:today x');
    expect(without('-tool:a')).toBe('tool:a tool:b is:not-succeeded time:today x');
    expect(without('is:not-succeeded')).toBe('tool:a tool:b -tool:a time:today x');
    expect(without('time:today')).toBe('tool:a tool:b -tool:a is:not-succeeded x');
    expect(without('x')).toBe('tool:a tool:b -tool:a is:not-succeeded time:today');
  });

  it('changes nothing for a chip that is not there', () => {
    const filter = read('tool:a');
    expect(removeChip(filter, 'tool:b')).toBe(filter);
  });
});
