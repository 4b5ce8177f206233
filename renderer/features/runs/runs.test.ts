import { describe, expect, it } from 'vitest';
import type { RunRow, RunsPage } from '../../../shared/runs.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { mergeRuns, type RunsData } from './merge-runs.ts';
import { type OpenRun, runItems } from './run-items.ts';

const run = (session_id: string, newest: number, writes = 3): RunRow => ({
  session_id,
  session_kind: 'transport',
  clients: [],
  started_ms: 0,
  ended_ms: newest,
  writes,
  failures: 0,
  refused: 0,
  unknown: 0,
  matching: writes,
  newest: { timestamp_ms: newest, id: newest },
  tools: [],
  title: null,
  model: null,
});
const page = (more: boolean, ...rows: RunRow[]): RunsPage => ({ rows, more });
const data = (...pages: RunsPage[]): RunsData => ({ pages, pageParams: pages.map(() => null) });
const names = ({ pages }: RunsData) =>
  pages.flatMap(({ rows }) => rows.map(({ session_id }) => session_id)).join('');
const more = ({ pages }: RunsData) => pages.at(-1)?.more;

describe('the list of runs, with its newest page read again', () => {
  const loaded = data(page(true, run('a', 90), run('b', 80)), page(true, run('c', 70)));

  it('has a run that wrote again once, at the top', () => {
    const merged = mergeRuns(loaded, page(true, run('c', 95), run('a', 90)));
    expect(names(merged)).toBe('cab');
    expect(more(merged)).toBe(true);
  });

  it('begins anew where the new page does not reach what is loaded', () => {
    const merged = mergeRuns(loaded, page(true, run('x', 99), run('y', 98)));
    expect(names(merged)).toBe('xy');
    expect(more(merged)).toBe(true);
  });

  it('is the new page where that is all there is', () => {
    expect(names(mergeRuns(loaded, page(false, run('a', 90))))).toBe('a');
    expect(names(mergeRuns(data(page(false)), page(true, run('a', 1))))).toBe('a');
  });
});

describe('the lines of the tree', () => {
  it('are the runs, with what is known of the writes of those that are open', () => {
    const open = new Map<string, OpenRun>([
      ['a', { state: 'ready', rows: [writeRow({ id: 5 }), writeRow({ id: 6 })], more: true }],
      ['b', { state: 'loading' }],
      ['c', { state: 'failed', why: 'no' }],
    ]);
    const items = runItems([run('a', 4, 10), run('b', 3), run('c', 2), run('d', 1)], open);
    expect(items.map((item) => item.key)).toEqual([
      ...['run:a', 'write:5', 'write:6', 'more:a', 'run:b', 'note:b', 'run:c', 'note:c', 'run:d'],
    ]);
    expect(items[3]).toMatchObject({ left: 8 });
    expect(items.map((item) => item.kind === 'run' && item.open)).toContain(false);
  });
});
