import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import type { LedgerRow, PageKey } from '../../../shared/ledger.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import { matchesFilter } from '../../../shared/query/matches.ts';
import type { RunRow, RunsPage } from '../../../shared/runs.ts';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith, someRows } from '../../testing/rows.ts';
import type { ReadHandle } from '../handles.ts';
import { createDirectReads } from '../read-client.ts';
import { runsStep } from './runs.ts';

const always = { since_ms: null, until_ms: null };
const readsOf = (db: ReadHandle) => createDirectReads(db, () => 1);

const byTime = (a: PageKey, b: PageKey) => a.timestamp_ms - b.timestamp_ms || a.id - b.id;

/** What the Runs page is to say, plainly: every row looked at. */
function plainly(rows: readonly LedgerRow[], filter: WriteFilter) {
  const runs = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    if (row.session_id === null) continue;
    runs.set(row.session_id, [...(runs.get(row.session_id) ?? []), row]);
  }
  return [...runs]
    .flatMap(([session_id, of]) => {
      const inOrder = of.toSorted(byTime);
      const matching = inOrder.filter((row) => matchesFilter(row, filter, always));
      const newest = matching.at(-1);
      if (newest === undefined) return [];
      return [
        {
          session_id,
          started_ms: inOrder[0]?.timestamp_ms,
          ended_ms: inOrder.at(-1)?.timestamp_ms,
          writes: of.length,
          failures: of.filter((row) => outcomeOf(row) !== 'succeeded').length,
          matching: matching.length,
          newest: { timestamp_ms: newest.timestamp_ms, id: newest.id },
          title: inOrder.find((row) => (row.reason ?? '').trim() !== '')?.reason ?? null,
        },
      ];
    })
    .toSorted((a, b) => byTime(b.newest, a.newest));
}

const told = (run: RunRow) => ({
  session_id: run.session_id,
  started_ms: run.started_ms,
  ended_ms: run.ended_ms,
  writes: run.writes,
  failures: run.failures,
  matching: run.matching,
  newest: run.newest,
  title: run.title,
});

/** Page after page, each in steps as short as batches of so few rows make them. */
function allRuns(db: ReadHandle, filter: WriteFilter, limit: number, batch: number) {
  const found: RunRow[] = [];
  let before: PageKey | null = null;
  for (;;) {
    const page: RunsPage = runsStep(db, { filter, bounds: always }, limit, before, batch);
    found.push(...page.rows);
    before = page.searched_to ?? page.rows.at(-1)?.newest ?? null;
    if (!page.more || before === null) return found;
  }
}

const only = <T>(...values: T[]) => ({ only: values, hide: [] });

const someFilter: fc.Arbitrary<Partial<WriteFilter>> = fc.constantFrom<Partial<WriteFilter>>(
  {},
  { run: 'b' },
  { client: only('mcp:cursor') },
  { client: only('claude-desktop') },
  { outcome: only('failed') },
  { outcome: only('unknown') },
  { tool: only('tree.tag'), server: only('github') },
  { text: 'plan' },
);

describe('runs', () => {
  it('are those with a matching write, newest match first, whatever the size of a page', () => {
    fc.assert(
      fc.property(
        someRows(40),
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', null), {
          minLength: 40,
          maxLength: 40,
        }),
        someFilter,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (rows, sessions, part, limit, batch) => {
          const { write, close } = testLedger();
          const own = rows.map((row, n) => ({ ...row, session_id: sessions[n] ?? null }));
          putRows(write, own);
          const filter = { ...emptyFilter, ...part };
          const found = allRuns(write, filter, limit, batch);
          expect(found.map(told)).toEqual(plainly(own, filter));
          close();
        },
      ),
      { numRuns: 60 },
    );
  }, 180_000);

  it('say who was in them, with which tools and what came of it', async () => {
    const { write } = testLedger();
    putRows(write, [
      rowWith({ id: 1, tool_name: 'memory.store', reason: '  ' }),
      rowWith({ id: 2, tool_name: 'tree.tag', reason: 'sort the notes', model: 'some-model' }),
      rowWith({ id: 3, tool_name: 'tree.tag', success: 0, error_kind: 'refused', reason: 'later' }),
      rowWith({ id: 4, tool_name: 'tree.tag', success: 0, finished_ms: null }),
      rowWith({ id: 5, client_info: 'mcp:cursor', client_name: 'cursor', client_id: 'c-1' }),
    ]);
    const [run, ...others] = (await readsOf(write).runs(emptyFilter, 10, null)).rows;
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      session_id: 'run-1',
      session_kind: 'transport',
      writes: 5,
      failures: 2,
      refused: 1,
      unknown: 1,
      title: 'sort the notes',
      model: 'some-model',
      tools: [
        { tool_name: 'tree.tag', count: 3 },
        { tool_name: 'memory.store', count: 2 },
      ],
    });
    expect(run?.clients.map(({ client_info }) => client_info).toSorted()).toEqual([
      'mcp:claude-code',
      'mcp:cursor',
    ]);
  });

  it('neither skip nor double one that writes again between two pages', async () => {
    const { write } = testLedger();
    const row = (id: number, session_id: string) => rowWith({ id, session_id });
    putRows(write, [row(1, 'a'), row(2, 'b'), row(3, 'c'), row(4, 'd')]);
    const first = await readsOf(write).runs(emptyFilter, 2, null);
    expect(first.rows.map((run) => run.session_id)).toEqual(['d', 'c']);
    putRows(write, [row(5, 'b'), row(6, 'e'), row(7, 'd')]);
    const before = first.rows.at(-1)?.newest ?? null;
    const second = await readsOf(write).runs(emptyFilter, 2, before);
    // `b` moved up and stands above the first page now; the list shows it there when it looks again.
    expect(second.rows.map((run) => run.session_id)).toEqual(['a']);
    expect(second.more).toBe(false);
  });

  it('fill a page behind a run of thousands of writes', async () => {
    const { write } = testLedger();
    putRows(
      write,
      Array.from({ length: 3_000 }, (_, n) =>
        rowWith({ id: n + 1, session_id: n === 0 ? 'first' : n === 1 ? 'second' : 'long' }),
      ),
    );
    const page = await readsOf(write).runs(emptyFilter, 2, null);
    expect(page).toMatchObject({
      rows: [{ session_id: 'long', writes: 2_998 }, { session_id: 'second' }],
      more: true,
    });
  });
});

describe('a long run', () => {
  const row = (id: number, more: Partial<LedgerRow> = {}) =>
    rowWith({ id, row_hash: `hash ${id}`, ...more });
  const fill = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => row(from + n));

  it('is counted on from where it was, with outcomes that came later and reasons of earlier times', async () => {
    const { write } = testLedger();
    putRows(write, [
      ...fill(1, 700),
      row(701, { success: 0, finished_ms: null, tool_name: 'tree.tag' }),
    ]);
    const facts = async () => (await readsOf(write).runs(emptyFilter, 1, null)).rows[0];
    expect(await facts()).toMatchObject({ writes: 701, unknown: 1, failures: 1, title: null });
    write.transaction(() =>
      write.run('UPDATE mcp_writes SET success = 1, finished_ms = 7 WHERE id = 701'),
    );
    putRows(write, [
      row(702, { reason: 'second' }),
      row(703, { reason: 'first', timestamp_ms: 3, success: 0, error_kind: 'refused' }),
    ]);
    expect(await facts()).toMatchObject({
      writes: 703,
      unknown: 0,
      failures: 1,
      refused: 1,
      title: 'first',
      started_ms: 3,
      tools: [
        { tool_name: 'memory.store', count: 702 },
        { tool_name: 'tree.tag', count: 1 },
      ],
    });
  });

  it('of another ledger under the same handle is counted anew', async () => {
    const { write } = testLedger();
    putRows(write, fill(1, 600));
    const writes = async () => (await readsOf(write).runWrites('run-1', 1, null)).run?.writes;
    expect(await writes()).toBe(600);
    write.transaction(() => write.run('DELETE FROM mcp_writes'));
    expect(await writes()).toBeUndefined();
    putRows(write, [row(1), row(600, { row_hash: 'other' })]);
    expect(await writes()).toBe(2);
  });
});

describe('the writes of a run', () => {
  it('come oldest first, in pages, equal times by their number', async () => {
    const { write } = testLedger();
    const at = (id: number, timestamp_ms: number, session_id = 'run-1') =>
      rowWith({ id, timestamp_ms, session_id });
    putRows(write, [at(1, 50), at(2, 10), at(3, 50), at(4, 20, 'other'), at(5, 50), at(6, 5)]);
    const ids: number[] = [];
    let after: PageKey | null = null;
    for (;;) {
      const page: Awaited<ReturnType<ReturnType<typeof readsOf>['runWrites']>> = await readsOf(
        write,
      ).runWrites('run-1', 2, after);
      expect(page.run).toMatchObject({ started_ms: 5, ended_ms: 50, writes: 5 });
      ids.push(...page.rows.map((row) => row.id));
      after = page.rows.at(-1) ?? null;
      if (!page.more) break;
    }
    expect(ids).toEqual([6, 2, 1, 3, 5]);
  });

  it('of no such run are none', async () => {
    const { write } = testLedger();
    expect(await readsOf(write).runWrites('nobody', 10, null)).toEqual({
      run: null,
      rows: [],
      more: false,
    });
  });
});
