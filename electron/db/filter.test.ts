import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { effects, type LedgerRow, type PageKey } from '../../shared/ledger.ts';
import { type MarkName, markNames } from '../../shared/marks.ts';
import { shownOutcomes } from '../../shared/outcome.ts';
import { anyFilter, hostileText } from '../../shared/query/filter-arbitraries.test-help.ts';
import { matchesFilter } from '../../shared/query/matches.ts';
import type { TimeBounds } from '../../shared/time-range.ts';
import { testLedger } from '../testing/ledger.ts';
import {
  connectionOf,
  ledgerRowOf,
  putConnections,
  someConnections,
  someRows,
} from '../testing/rows.ts';
import type { WriteHandle } from './handles.ts';
import { counts, dayCounts, matching } from './readers/counts.ts';
import { facets } from './readers/facets.ts';
import { histogram } from './readers/histogram.ts';
import { newer, page } from './readers/page.ts';
import { indexWrites } from './search-index.ts';
import { insertWrite } from './writers/ledger.ts';

const allTime: TimeBounds = { since_ms: null, until_ms: null };

const choice = <T>(...values: T[]) =>
  fc.record({
    only: fc.subarray(values, { maxLength: 2 }),
    hide: fc.subarray(values, { maxLength: 2 }),
  });

/** Filters that meet the rows of `someRows`. */
const meetingFilter: fc.Arbitrary<WriteFilter> = fc.record({
  time: fc.constant({ kind: 'all' as const }),
  client: choice(
    'claude-desktop',
    'mcp:claude-ai',
    'mcp',
    'cursor',
    'mcp:cursor',
    'mcp:a_b',
    'no one',
  ),
  connection: choice(...someConnections),
  tool: choice('memory.store', 'tree.tag', 'memory_store', 'no tool'),
  server: choice('inkwatch', 'github'),
  namespace: choice('mcp', 'notes', 'none'),
  outcome: choice(...shownOutcomes),
  effect: choice(...effects),
  mark: choice(...markNames),
  text: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'plan',
        '100%',
        '\\',
        'C:\\temp',
        '_',
        '%',
        "'",
        '[x]',
        'école',
        'ÉCOLE',
        '🦊',
        'memory_store',
        'title',
        '"title"',
        'no such text',
        'ß',
        ' ',
      ),
    },
    { weight: 1, arbitrary: hostileText(40) },
  ),
  run: fc.constantFrom(null, null, null, 'run-1', 'run-3'),
  burst: fc.constantFrom(null, null, null, 1, 2),
});

const someBounds: fc.Arbitrary<TimeBounds> = fc.record({
  since_ms: fc.option(fc.integer({ min: -5, max: 45 })),
  until_ms: fc.option(fc.integer({ min: -5, max: 45 })),
});

/** Marks are spread so that rows have none, one or both. */
const marksFor = (id: number): readonly MarkName[] => [
  ...(id % 3 === 0 ? (['flagged'] as const) : []),
  ...(id % 4 === 0 ? (['reviewed'] as const) : []),
];

const burst = { id: 1, client_info: 'mcp:cursor', first_id: 3, last_id: 12 };

const fill = (db: WriteHandle, rows: readonly LedgerRow[], indexed: number): void => {
  db.transaction(() => {
    db.run('DELETE FROM mcp_writes');
    db.run("INSERT INTO mcp_writes_search (mcp_writes_search) VALUES ('delete-all')");
    db.run("UPDATE search_progress SET upto = 0 WHERE name = 'writes'");
    for (const row of rows) insertWrite(db, row);
    db.run('DELETE FROM write_marks');
    db.run(
      `INSERT INTO write_marks (write_id, timestamp_ms, flagged, reviewed, changed_ms)
        SELECT id, timestamp_ms, id % 3 = 0, id % 4 = 0, 0 FROM mcp_writes
          WHERE id % 3 = 0 OR id % 4 = 0`,
    );
    indexWrites(db, indexed);
  });
};

const newestFirst = (a: LedgerRow, b: LedgerRow): number =>
  b.timestamp_ms - a.timestamp_ms || b.id - a.id;

const withBurst = () => {
  const ledger = testLedger();
  putConnections(ledger.write);
  ledger.write.run(
    `INSERT INTO bursts (id, client_info, start_ms, count, peak, first_id, last_id, repeats, failures)
      VALUES (1, 'mcp:cursor', 0, 5, 5, 3, 12, 0, 0)`,
  );
  return ledger;
};

test('the rows of a filter are those that the reference keeps, in order of time, page by page, both ways', () => {
  const { write: db } = withBurst();
  fc.assert(
    fc.property(
      someRows(40),
      meetingFilter,
      someBounds,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (rows, filter, bounds, indexed, limit) => {
        fill(db, rows, indexed);
        const wanted = rows
          .filter((row) =>
            matchesFilter(row, filter, bounds, burst, marksFor(row.id), connectionOf(row)),
          )
          .toSorted(newestFirst)
          .map((row) => row.id);
        const query = { filter, bounds };

        const walked: number[] = [];
        let before: PageKey | null = null;
        for (;;) {
          const { rows: found, more } = page(db, query, limit, before);
          walked.push(...found.map((row) => row.id));
          before = found.at(-1) ?? before;
          if (!more) break;
        }
        expect(walked).toEqual(wanted);

        const up: number[] = [];
        let after: PageKey = { timestamp_ms: Number.MIN_SAFE_INTEGER, id: 0 };
        for (;;) {
          const { rows: found, more } = newer(db, query, after, limit);
          up.push(...found.map((row) => row.id).toReversed());
          after = found[0] ?? after;
          if (!more) break;
        }
        expect(up.toReversed()).toEqual(wanted);
      },
    ),
    { numRuns: 150 },
  );
});

test('counts, facets, histogram and days add up to the same rows', () => {
  const { write: db } = withBurst();
  fc.assert(
    fc.property(someRows(30), meetingFilter, someBounds, (rows, filter, bounds) => {
      fill(db, rows, 20);
      const kept = rows.filter((row) =>
        matchesFilter(row, filter, bounds, burst, marksFor(row.id), connectionOf(row)),
      );
      const query = { filter, bounds };
      const failed = (row: LedgerRow) => row.success === 0 || row.finished_ms === null;
      expect(counts(db, query)).toEqual({
        matching: kept.length,
        total: rows.length,
        failures: kept.filter(failed).length,
      });
      const { bars } = histogram(db, query, 7, 50);
      const counted = bars.reduce(
        (sum, bar) => sum + Object.values(bar.counts).reduce((a, b) => a + b, 0),
        0,
      );
      expect(counted).toBe(kept.length);
      expect(bars.length).toBeLessThanOrEqual(7);

      const values = facets(db, query);
      for (const facet of ['tool', 'server', 'namespace', 'connection', 'effect'] as const) {
        const column = {
          tool: 'tool_name',
          server: 'server_name',
          namespace: 'namespace',
          connection: 'client_id',
          effect: 'effect',
        } as const;
        const open = { ...filter, [facet]: { only: [], hide: [] } };
        const expected = new Map<string, number>();
        for (const row of rows.filter((one) =>
          matchesFilter(one, open, bounds, burst, marksFor(one.id), connectionOf(one)),
        )) {
          const value = row[column[facet]];
          if (value !== null) expected.set(value, (expected.get(value) ?? 0) + 1);
        }
        expect(new Map(values[facet].map(({ value, count }) => [value, count]))).toEqual(expected);
      }
      const days = [
        { since_ms: 0, until_ms: 10 },
        { since_ms: 10, until_ms: 25 },
      ];
      expect(dayCounts(db, query, days)).toEqual(
        days.map(
          (day) =>
            rows.filter((row) =>
              matchesFilter(row, filter, day, burst, marksFor(row.id), connectionOf(row)),
            ).length,
        ),
      );
    }),
    { numRuns: 80 },
  );
});

test('no filter that the schema takes is an SQL error', () => {
  const { write: db } = withBurst();
  const rows = fc.sample(someRows(20), { numRuns: 1, seed: 1 })[0] ?? [];
  fill(db, rows, 10);
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const query = { filter, bounds: allTime };
      const ids = page(db, query, 50, null).rows.map((row) => row.id);
      const wanted = rows.filter((row) =>
        matchesFilter(row, filter, allTime, burst, marksFor(row.id), connectionOf(row)),
      );
      expect(ids).toEqual(wanted.toSorted(newestFirst).map((row) => row.id));
      expect(matching(db, query)).toBe(wanted.length);
      expect(facets(db, query).outcome).toBeDefined();
    }),
    { numRuns: 200 },
  );
});

test('a page gives back the very row that was written', () => {
  const { write: db } = testLedger();
  fc.assert(
    fc.property(someRows(5), (rows) => {
      fill(db, rows, 0);
      const found = page(db, { filter: emptyFilter, bounds: allTime }, 10, null).rows;
      expect(found.map(ledgerRowOf)).toEqual(rows.toSorted(newestFirst));
    }),
    { numRuns: 50 },
  );
});

test('the clients of a family are one facet value, named as a person knows them', () => {
  const { write: db } = testLedger();
  for (const [client, name] of [
    ['mcp:claude-ai', 'claude-ai'],
    ['mcp:claude-desktop', 'Claude Desktop'],
    ['mcp:my-bot', 'My \u202eBot'],
    ['mcp', null],
  ]) {
    db.run(
      "INSERT INTO mcp_writes (timestamp_ms, client_info, client_name, tool_name, success, finished_ms) VALUES (1, ?, ?, 't', 1, 1)",
      [client ?? null, name ?? null],
    );
  }
  expect(facets(db, { filter: emptyFilter, bounds: allTime }).client).toEqual([
    { value: 'claude-desktop', label: 'Claude Desktop', count: 2 },
    { value: 'mcp', label: 'Unknown client', count: 1 },
    { value: 'mcp:my-bot', label: 'My \\u{202e}Bot', count: 1 },
  ]);
});
