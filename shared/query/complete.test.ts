import { describe, expect, it } from 'vitest';
import { completeQuery, type QuerySuggestion } from './complete.ts';
import type { KnownValues } from './describe.ts';

const known: KnownValues = {
  client: [
    { value: 'claude-code', label: 'Claude Code', count: 1204 },
    { value: 'claude-desktop', label: 'Claude Desktop', count: 412 },
    { value: 'mcp:zed-nightly', label: 'Zed: Nightly', count: 7 },
  ],
  tool: [
    { value: 'memory.note', label: 'memory.note', count: 30 },
    { value: 'memory.store', label: 'memory.store', count: 700 },
    { value: 'tree.tag', label: 'tree.tag', count: 90 },
  ],
  connection: [
    { value: 'home', label: 'This computer', count: 9 },
    { value: 'c-00112233445566ff', label: 'Work laptop', count: 7 },
  ],
  namespace: [{ value: 'my notes', label: 'my notes', count: 9 }],
  outcome: [
    { value: 'succeeded', label: 'Succeeded', count: 2318 },
    { value: 'failed', label: 'Failed', count: 19 },
    { value: 'refused', label: 'Refused', count: 8 },
  ],
};

/** Suggestions at the `|` of a text. */
const at = (marked: string): readonly QuerySuggestion[] =>
  completeQuery(marked.replace('|', ''), marked.indexOf('|'), known);
const inserts = (marked: string): readonly string[] => at(marked).map(({ insert }) => insert);
/** The text after the first suggestion was taken. */
const taken = (marked: string): string => {
  const text = marked.replace('|', '');
  const [first] = at(marked);
  if (first === undefined) throw new Error('no suggestion');
  return text.slice(0, first.start) + first.insert + text.slice(first.end);
};

describe('completeQuery', () => {
  it('offers every key on an empty line, and only those that can be hidden after a dash', () => {
    expect(inserts('|')).toEqual(
      [
        'client',
        'connection',
        'tool',
        'server',
        'ns',
        'is',
        'time',
        'since',
        'until',
        'run',
        'burst',
      ].map((key) => `${key}:`),
    );
    expect(inserts('is:failed -|')).toEqual([
      '-client:',
      '-connection:',
      '-tool:',
      '-server:',
      '-ns:',
      '-is:',
    ]);
    expect(inserts('namesp|')).toEqual(['ns:']);
  });

  it('offers the values of a key with their counts, most writes first', () => {
    expect(at('tool:mem|')).toEqual([
      {
        kind: 'value',
        insert: 'tool:memory.store ',
        start: 0,
        end: 8,
        label: 'memory.store',
        count: 700,
      },
      {
        kind: 'value',
        insert: 'tool:memory.note ',
        start: 0,
        end: 8,
        label: 'memory.note',
        count: 30,
      },
    ]);
    expect(inserts('tool:|')).toHaveLength(3);
  });

  it('finds a value by its name, its value, or a word inside', () => {
    expect(taken('client:"Claude D|')).toBe('client:claude-desktop ');
    expect(taken('client:nightly|')).toBe('client:mcp:zed-nightly ');
    expect(taken('-tool:tag|')).toBe('-tool:tree.tag ');
    expect(taken('ns:no|')).toBe('ns:"my notes" ');
  });

  it('offers values of every key for a bare word, beside the keys it begins', () => {
    expect(inserts('cl|')).toEqual(['client:', 'client:claude-code ', 'client:claude-desktop ']);
    // In the middle of a word only a key's own values are looked for.
    expect(inserts('ore|')).toEqual([]);
    expect(inserts('tool:ore|')).toEqual(['tool:memory.store ']);
    expect(inserts('-claude|')).toEqual(['-client:claude-code ', '-client:claude-desktop ']);
  });

  it('offers a connection by its name, and writes its id', () => {
    expect(at('connection:lap|')).toMatchObject([
      { insert: 'connection:c-00112233445566ff ', label: 'Work laptop', count: 7 },
    ]);
  });

  it('leaves out what the query already has', () => {
    expect(inserts('client:claude-code client:cl|')).toEqual(['client:claude-desktop ']);
    expect(inserts('-client:claude-code client:cl|')).toHaveLength(2);
    expect(inserts('is:not-succeeded is:|')).toEqual([
      'is:succeeded ',
      'is:write ',
      'is:read ',
      'is:flagged ',
      'is:reviewed ',
    ]);
    expect(inserts('is:flagged is:rev|')).toEqual(['is:reviewed ']);
    expect(inserts('is:flagged is:fl|')).toEqual([]);
    expect(inserts('is:read is:rea|')).toEqual([]);
  });

  it('counts the outcomes that a group stands for', () => {
    expect(at('is:not|')[0]).toMatchObject({ insert: 'is:not-succeeded ', count: 27 });
    expect(at('is:unk|')[0]).toMatchObject({ insert: 'is:unknown ', count: null });
  });

  it('offers ranges of time by name and by their words', () => {
    expect(taken('time:week|')).toBe('time:this-week ');
    expect(taken('since:7|')).toBe('since:7d ');
    expect(inserts('run:|')).toEqual([]);
  });

  it('replaces the term at the cursor and nothing after it', () => {
    expect(taken('is:failed tool:mem| ns:a')).toBe('is:failed tool:memory.store ns:a');
    expect(taken('tool:mem|ory.note ns:a')).toBe('tool:memory.store ns:a');
    expect(taken('client:"Claude C| ns:a')).toBe('client:claude-code ns:a');
    expect(taken('to|ol:x')).toBe('tool:x');
  });

  it('takes a cursor that is nowhere for the nearest place', () => {
    expect(completeQuery('is:', Number.NaN, known).length).toBe(11);
    expect(completeQuery('is:', 1e9, known).length).toBe(9);
    expect(completeQuery('is:', -4, known).length).toBe(11);
  });
});
