import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import type { MarkName } from '../../shared/marks.ts';
import { matchesFilter } from '../../shared/query/matches.ts';
import { parseQuery } from '../../shared/query/parse.ts';
import { resolveTimeRange, type Weekday } from '../../shared/time-range.ts';
import { testLedger } from '../testing/ledger.ts';
import { connectionOf, putConnections, rowWith, someRows } from '../testing/rows.ts';
import type { WriteHandle } from './handles.ts';
import { createDirectReads } from './read-client.ts';
import { indexWrites } from './search-index.ts';
import { insertWrite } from './writers/ledger.ts';

/** Havana repeats midnight, Cairo and Beirut skip it, Lord Howe moves its clock by half an hour. */
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia', 'Asia/Kolkata'],
  ...['America/Havana', 'Africa/Cairo', 'Asia/Beirut', 'Australia/Lord_Howe', 'America/St_Johns'],
] as const;

const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** Days since 1970 of the local date, and its month, as ICU tells them: not by the arithmetic under test. */
const calendarOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  return (ms: number): { readonly day: number; readonly month: string; readonly iso: string } => {
    const iso = format.format(ms);
    return { day: Date.parse(`${iso}T00:00Z`) / (24 * hour), month: iso.slice(0, 7), iso };
  };
};

/** Moments at which clocks change somewhere in 2026, and ordinary ones. */
const changes = [
  ...['2026-03-08T05:00Z', '2026-03-08T07:00Z', '2026-03-28T22:00Z', '2026-03-29T01:00Z'],
  ...['2026-04-04T15:00Z', '2026-04-23T22:00Z', '2026-10-03T15:30Z', '2026-10-24T21:00Z'],
  ...['2026-10-25T01:00Z', '2026-10-29T21:00Z', '2026-11-01T05:00Z', '2026-01-01T00:00Z'],
].map((text) => Date.parse(text));

const now = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: -40 * hour, max: 40 * hour }))
  .map(([at, by]) => at + by);

/** How far a row is from now: near the edges of its days, or anywhere within some days. */
const rowTime = fc.oneof(
  fc.integer({ min: -9 * 24 * hour, max: 2 * 24 * hour }).map((by) => ({ by, edge: null })),
  fc.record({
    by: fc.integer({ min: -9, max: 2 }).map((days) => days * 24 * hour),
    edge: fc.constantFrom(-hour, -1, 0, 1, hour),
  }),
);

/** What a query says besides time. */
const conditions = fc
  .tuple(
    fc.subarray(
      [
        ...['client:claude', '-client:mcp:cursor', 'client:"Claude Desktop"', '-client:="mcp"'],
        ...[
          'is:not-succeeded',
          'is:failed',
          '-is:succeeded',
          'tool:memory.store',
          '-tool:tree.tag',
        ],
        ...[
          'connection:"work laptop"',
          '-connection:home',
          'connection:=Café',
          'is:read',
          '-is:read',
        ],
        ...['ns:notes', '-ns:mcp', 'server:inkwatch', 'run:run-1'],
        ...['is:flagged', '-is:flagged', 'is:reviewed', '-is:reviewed'],
        ...['100%', '"C:\\temp"', 'École', '"a""b"', '"\\u{202e}"', 'memory_store', 'plan'],
      ],
      { maxLength: 2 },
    ),
    fc.constantFrom('', '', '', 'burst:1', 'burst:2'),
  )
  .map(([parts, burst]) => [...parts, burst].join(' '));

/** Marks are spread so that rows have none, one or both. */
const marksFor = (id: number): readonly MarkName[] => [
  ...(id % 3 === 0 ? (['flagged'] as const) : []),
  ...(id % 4 === 0 ? (['reviewed'] as const) : []),
];

const burst = { id: 1, client_info: 'mcp:cursor', first_id: 2, last_id: 20 };

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

const ledgerWithBurst = () => {
  const { write } = testLedger();
  putConnections(write);
  write.run(
    `INSERT INTO bursts (id, client_info, start_ms, count, peak, first_id, last_id, repeats, failures)
      VALUES (1, 'mcp:cursor', 0, 5, 5, 2, 20, 0, 0)`,
  );
  return write;
};

/** Ids that a query keeps, by SQL: through the reads of window and command line, newest first. */
const idsBySql = async (db: WriteHandle, query: string, weekStart: Weekday) => {
  const reads = createDirectReads(db, () => weekStart);
  const { filter, errors } = parseQuery(query, { now: Date.now() });
  expect(errors).toEqual([]);
  const { rows } = await reads.page(filter, 500, null);
  expect((await reads.counts(filter)).matching).toBe(rows.length);
  return rows.map((row) => row.id);
};

describe('a query typed by a person', () => {
  it.each(zones)(
    'keeps by SQL what it means, about days when clocks change, in %s',
    async (zone) => {
      const db = ledgerWithBurst();
      vi.stubEnv('TZ', zone);
      const calendar = calendarOf(zone);
      await fc.assert(
        fc.asyncProperty(
          now,
          fc.array(rowTime, { minLength: 12, maxLength: 24 }),
          someRows(24),
          fc.integer({ min: 0, max: 6 }),
          fc.integer({ min: -8, max: 1 }),
          conditions,
          async (at, times, shapes, weekday, days, rest) => {
            vi.setSystemTime(at);
            const weekStart = weekday as Weekday;
            const rows = times.map(({ by, edge }, n): LedgerRow => {
              const there = new Date(at + by);
              const midnight = new Date(there.getFullYear(), there.getMonth(), there.getDate());
              const timestamp_ms = edge === null ? at + by : midnight.getTime() + edge;
              return { ...(shapes[n] ?? rowWith({ id: n + 1 })), timestamp_ms };
            });
            fill(db, rows, Math.floor(rows.length / 2));

            const today = calendar(at);
            const { iso } = calendar(at + days * 24 * hour);
            const week = (day: number) => Math.floor((day + 4 - weekStart) / 7);
            const ranges: Readonly<Record<string, (row: LedgerRow, day: number) => boolean>> = {
              'time:all': () => true,
              'time:today': (_, day) => day === today.day,
              'time:yesterday': (_, day) => day === today.day - 1,
              'time:last-7-days': (_, day) => day > today.day - 7 && day <= today.day,
              'time:this-week': (_, day) => week(day) === week(today.day),
              'time:this-month': (row) => calendar(row.timestamp_ms).month === today.month,
              [`time:${iso}`]: (row) => calendar(row.timestamp_ms).iso === iso,
              [`since:${iso}`]: (row) => calendar(row.timestamp_ms).iso >= iso,
              [`until:${iso}`]: (row) => calendar(row.timestamp_ms).iso <= iso,
              'since:5h': (row) => row.timestamp_ms >= at - 5 * hour,
              'until:90m': (row) => row.timestamp_ms < at - 1.5 * hour,
            };
            for (const [range, keeps] of Object.entries(ranges)) {
              const query = `${range} ${rest}`;
              const { filter } = parseQuery(query, { now: at });
              const bounds = resolveTimeRange(filter.time, at, weekStart);
              const byReference = rows.filter((row) =>
                matchesFilter(row, filter, bounds, burst, marksFor(row.id), connectionOf(row)),
              );
              const wanted = byReference
                .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || b.id - a.id)
                .map((row) => row.id);
              expect(await idsBySql(db, query, weekStart), query).toEqual(wanted);

              // And the reference keeps the days that the calendar on the wall has.
              const anyTime = { since_ms: null, until_ms: null };
              const byCalendar = rows
                .filter((row) =>
                  matchesFilter(row, filter, anyTime, burst, marksFor(row.id), connectionOf(row)),
                )
                .filter((row) => keeps(row, calendar(row.timestamp_ms).day));
              expect(
                byReference.map((row) => row.id),
                query,
              ).toEqual(byCalendar.map((row) => row.id));
            }
          },
        ),
        { numRuns: 25 },
      );
    },
  );
});

/** The case's own rows: time, local day in Berlin, Tokyo, New York, in the Berlin weeks of March and October. */
const caseRows: readonly (readonly [number, string, string, string, boolean, boolean])[] = [
  [1774220399999, '2026-03-22', '2026-03-23', '2026-03-22', false, false],
  [1774220400000, '2026-03-23', '2026-03-23', '2026-03-22', true, false],
  [1774224000000, '2026-03-23', '2026-03-23', '2026-03-22', true, false],
  [1774744200000, '2026-03-29', '2026-03-29', '2026-03-28', true, false],
  [1774746000000, '2026-03-29', '2026-03-29', '2026-03-28', true, false],
  [1774821599999, '2026-03-29', '2026-03-30', '2026-03-29', true, false],
  [1774821600000, '2026-03-30', '2026-03-30', '2026-03-29', false, false],
  [1774825200000, '2026-03-30', '2026-03-30', '2026-03-29', false, false],
  [1792360799999, '2026-10-18', '2026-10-19', '2026-10-18', false, false],
  [1792360800000, '2026-10-19', '2026-10-19', '2026-10-18', false, true],
  [1792888200000, '2026-10-25', '2026-10-25', '2026-10-24', false, true],
  [1792891800000, '2026-10-25', '2026-10-25', '2026-10-24', false, true],
  [1792969199999, '2026-10-25', '2026-10-26', '2026-10-25', false, true],
  [1792969200000, '2026-10-26', '2026-10-26', '2026-10-25', false, false],
];

describe('case d04-local-days-and-dst', () => {
  it('has each row in exactly one local day, whatever the zone of the process is just now', async () => {
    const db = ledgerWithBurst();
    fill(
      db,
      caseRows.map(([timestamp_ms], n) => rowWith({ id: n + 1, timestamp_ms })),
      0,
    );
    // The zone changes while the process runs.
    for (const [zone, column] of [
      ['Europe/Berlin', 1],
      ['Asia/Tokyo', 2],
      ['America/New_York', 3],
      ['Europe/Berlin', 1],
    ] as const) {
      vi.stubEnv('TZ', zone);
      const days = [...new Set(caseRows.map((row) => row[column]))];
      for (const day of days) {
        const wanted = caseRows.flatMap((row, n) => (row[column] === day ? [n + 1] : []));
        const found = await idsBySql(db, `time:${day}`, 1);
        expect(found.toReversed(), `${day} in ${zone}`).toEqual(wanted);
      }
    }
  });

  it('has weeks of 167 and 169 hours in Berlin', async () => {
    const db = ledgerWithBurst();
    vi.stubEnv('TZ', 'Europe/Berlin');
    fill(
      db,
      caseRows.map(([timestamp_ms], n) => rowWith({ id: n + 1, timestamp_ms })),
      0,
    );
    for (const [day, column, hours] of [
      ['2026-03-27T12:00Z', 4, 167],
      ['2026-10-21T12:00Z', 5, 169],
    ] as const) {
      vi.setSystemTime(Date.parse(day));
      const wanted = caseRows.flatMap((row, n) => (row[column] ? [n + 1] : []));
      expect((await idsBySql(db, 'time:this-week', 1)).toReversed()).toEqual(wanted);
      const { since_ms, until_ms } = resolveTimeRange(
        { kind: 'preset', preset: 'this-week' },
        Date.now(),
        1,
      );
      expect(((until_ms ?? 0) - (since_ms ?? 0)) / hour).toBe(hours);
    }
  });
});
