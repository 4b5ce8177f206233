import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientKeyOf } from '../../../shared/client-names.ts';
import { emptyFilter, type FacetKey, facetKeys, type WriteFilter } from '../../../shared/filter.ts';
import { effects, type LedgerRow, type PageKey } from '../../../shared/ledger.ts';
import type { MarkName } from '../../../shared/marks.ts';
import { shownOutcomeOf, shownOutcomes } from '../../../shared/outcome.ts';
import { matchesFilter } from '../../../shared/query/matches.ts';
import type { TimeBounds } from '../../../shared/time-range.ts';
import { testLedger } from '../../testing/ledger.ts';
import {
  connectionOf,
  putConnections,
  putRows,
  rowWith,
  someConnections,
  someRows,
} from '../../testing/rows.ts';
import type { WriteHandle } from '../handles.ts';
import { counts } from '../readers/counts.ts';
import { facets } from '../readers/facets.ts';
import { histogram } from '../readers/histogram.ts';
import { newer, page } from '../readers/page.ts';
import { indexWrites } from '../search-index.ts';
import { packAll, packedUpto, packStale } from './pack.ts';

const choice = <T>(...values: T[]) =>
  fc.record({
    only: fc.subarray<T>(values, { maxLength: 2 }),
    hide: fc.oneof(
      { weight: 2, arbitrary: fc.constant<T[]>([]) },
      fc.subarray<T>(values, { maxLength: 1 }),
    ),
  });

const someFilter: fc.Arbitrary<WriteFilter> = fc.record({
  time: fc.constant<WriteFilter['time']>(emptyFilter.time),
  client: choice('claude-desktop', 'mcp:claude-ai', 'cursor', 'mcp:a_b', 'mcp'),
  connection: choice(...someConnections),
  tool: choice('memory.store', 'tree.tag', 'nowhere'),
  server: choice('inkwatch', 'github'),
  namespace: choice('mcp', 'notes'),
  outcome: choice(...shownOutcomes),
  effect: choice(...effects),
  mark: choice<MarkName>('flagged', 'reviewed'),
  text: fc.constantFrom('', '', '', 'plan', '10', 'é', '_', 'memory'),
  run: fc.constantFrom<(string | null)[]>(null, null, null, 'run-1'),
  burst: fc.constantFrom<(number | null)[]>(null, null, null, 1, 2),
});

const someBounds: fc.Arbitrary<TimeBounds> = fc.record({
  since_ms: fc.option(fc.integer({ min: -2, max: 30 })),
  until_ms: fc.option(fc.integer({ min: 5, max: 45 })),
});

/** What happens to rows after they were packed, by how far along the rows they stand (0 to 1). */
const someChange = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  kind: fc.constantFrom('settled' as const, 'deleted' as const, 'packed again' as const),
});

const burst = { id: 1, client_info: 'mcp:cursor', first_id: 300, last_id: 6_000 };
const marksOf = (id: number): readonly MarkName[] => [
  ...(id % 3 === 0 ? (['flagged'] as const) : []),
  ...(id % 4 === 0 ? (['reviewed'] as const) : []),
];

const fill = (db: WriteHandle, rows: readonly LedgerRow[]) => {
  for (const table of ['mcp_writes', 'write_blocks', 'write_blocks_stale', 'write_marks']) {
    db.run(`DELETE FROM ${table}`);
  }
  db.run("INSERT INTO mcp_writes_search (mcp_writes_search) VALUES ('delete-all')");
  db.run("UPDATE search_progress SET upto = 0 WHERE name = 'writes'");
  // What readers keep of the blocks before is void.
  db.run("INSERT OR REPLACE INTO ledger_facts VALUES ('blocks-packed-again', hex(randomblob(8)))");
  putRows(db, rows);
  db.run(
    `INSERT INTO write_marks (write_id, timestamp_ms, flagged, reviewed, changed_ms)
      SELECT id, timestamp_ms, id % 3 = 0, id % 4 = 0, 0 FROM mcp_writes
        WHERE id % 3 = 0 OR id % 4 = 0`,
  );
};

const settled = (row: LedgerRow): LedgerRow => ({
  ...row,
  success: 0,
  finished_ms: row.timestamp_ms,
  error_kind: 'refused',
});

function change(
  db: WriteHandle,
  rows: readonly LedgerRow[],
  { at, kind }: { readonly at: number; readonly kind: string },
): readonly LedgerRow[] {
  if (kind === 'packed again') {
    packStale(db);
    return rows;
  }
  const row = rows[Math.floor(at * (rows.length - 1))];
  if (row === undefined) return rows;
  if (kind === 'deleted') {
    db.run('DELETE FROM mcp_writes WHERE id = ?', [row.id]);
    db.run('DELETE FROM write_marks WHERE write_id = ?', [row.id]);
    return rows.filter((one) => one !== row);
  }
  const now = settled(row);
  db.run('UPDATE mcp_writes SET success = ?, finished_ms = ?, error_kind = ? WHERE id = ?', [
    ...[now.success, now.finished_ms, now.error_kind, now.id],
  ]);
  return rows.map((one) => (one === row ? now : one));
}

/** Every answer beside what the reference makes of the same rows. */
function compare(
  db: WriteHandle,
  rows: readonly LedgerRow[],
  filter: WriteFilter,
  bounds: TimeBounds,
) {
  const keeps = (row: LedgerRow, by = filter) =>
    matchesFilter(row, by, bounds, burst, marksOf(row.id), connectionOf(row));
  const kept = rows
    .filter((row) => keeps(row))
    .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || b.id - a.id);
  const ids = kept.map((row) => row.id);
  const query = { filter, bounds };

  let key: PageKey | null = null;
  const paged: number[] = [];
  for (let more = true; more; ) {
    const found = page(db, query, 3, key);
    paged.push(...found.rows.map((row) => row.id));
    key = found.rows.at(-1) ?? null;
    more = found.more;
  }
  expect(paged).toEqual(ids);
  const middle = kept[Math.floor(kept.length / 2)];
  if (middle !== undefined) {
    const later = ids.slice(0, ids.indexOf(middle.id));
    const found = newer(db, query, middle, 4);
    expect(found.rows.map((row) => row.id)).toEqual(later.slice(-4));
    expect(found.more).toBe(later.length > 4);
  }

  const failures = kept.filter((row) => shownOutcomeOf(row) !== 'succeeded').length;
  expect(counts(db, query)).toEqual({ matching: ids.length, total: rows.length, failures });

  const nameOf: Readonly<Record<FacetKey, (row: LedgerRow) => string | null>> = {
    client: (row) => clientKeyOf(row.client_info),
    connection: (row) => row.client_id,
    tool: (row) => row.tool_name,
    server: (row) => row.server_name,
    outcome: shownOutcomeOf,
    effect: (row) => row.effect,
    namespace: (row) => row.namespace,
  };
  const answered = facets(db, query);
  for (const facet of facetKeys) {
    const but = { ...filter, [facet]: { only: [], hide: [] } };
    const wanted = new Map<string, number>();
    for (const row of rows.filter((one) => keeps(one, but))) {
      const value = nameOf[facet](row);
      if (value !== null) wanted.set(value, (wanted.get(value) ?? 0) + 1);
    }
    const found = new Map(answered[facet].map(({ value, count }) => [value, count]));
    expect(found, facet).toEqual(wanted);
  }

  for (const bar of histogram(db, query, 7, 40).bars) {
    for (const outcome of shownOutcomes) {
      const wanted = kept.filter(
        (row) =>
          row.timestamp_ms >= bar.since_ms &&
          row.timestamp_ms < bar.until_ms &&
          shownOutcomeOf(row) === outcome,
      );
      expect(bar.counts[outcome]).toBe(wanted.length);
    }
  }
}

test('columns say what the rows say, packed or not, changed since or not, in whatever order of time', {
  timeout: 180_000,
}, () => {
  const { write: db } = testLedger();
  // Thousands of small commits; this file need not outlive a power cut.
  db.run('PRAGMA synchronous = OFF');
  putConnections(db);
  db.run(
    `INSERT INTO bursts (id, client_info, start_ms, count, peak, first_id, last_id, repeats, failures)
      VALUES (1, 'mcp:cursor', 0, 5, 5, 300, 6000, 0, 0)`,
  );
  let packedRuns = 0;
  fc.assert(
    fc.property(
      fc.tuple(someRows(30), someRows(30)).map((parts) => parts.flat()),
      fc.integer({ min: 150, max: 1500 }),
      fc.array(someChange, { maxLength: 5 }),
      fc.array(fc.tuple(someFilter, someBounds), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (shapes, stride, changes, filters, indexed) => {
        // Ids with gaps: few rows fill several blocks.
        let rows = shapes.map((row, n): LedgerRow => ({ ...row, id: 1 + n * stride }));
        fill(db, rows);
        db.transaction(() => {
          if (indexed) indexWrites(db, 100);
          packAll(db);
        });
        if (packedUpto(db) > 0) packedRuns += 1;
        for (const [filter, bounds] of filters) compare(db, rows, filter, bounds);
        for (const one of changes) {
          rows = [...change(db, rows, one)];
          for (const [filter, bounds] of filters) compare(db, rows, filter, bounds);
        }
      },
    ),
    { numRuns: 120 },
  );
  // Else nothing but the way of the rows was looked at.
  expect(packedRuns).toBeGreaterThan(50);
});

test('times far apart, and more kinds than a byte tells, come back as they were', () => {
  const { write: db } = testLedger();
  const rows = Array.from({ length: 2_500 }, (_, n) =>
    rowWith({
      id: n + 1,
      timestamp_ms: n % 500 === 0 ? n : 1_780_000_000_000 + n,
      namespace: `ns-${n % 900}`,
    }),
  );
  putRows(db, rows);
  db.transaction(() => packAll(db));
  expect(packedUpto(db)).toBe(2_048);
  compare(
    db,
    rows,
    { ...emptyFilter, namespace: { only: ['ns-500', 'ns-3'], hide: [] } },
    { since_ms: 0, until_ms: 1_780_000_002_000 },
  );
});
