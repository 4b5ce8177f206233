import { expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith } from '../../testing/rows.ts';
import { compileFilter } from '../filter-sql.ts';
import type { ReadHandle, SqlParams, WriteHandle } from '../handles.ts';
import { counts } from '../readers/counts.ts';
import { facets } from '../readers/facets.ts';
import { histogram } from '../readers/histogram.ts';
import { page } from '../readers/page.ts';
import { indexLateText, indexWrites } from '../search-index.ts';
import { packAll } from './pack.ts';
import { findRows } from './page.ts';

/** Rows of some blocks whose times go to and fro, as after an import and a clock set back. */
function tangled(db: WriteHandle, rows: number, indexed = rows) {
  putRows(
    db,
    Array.from({ length: rows }, (_, n) =>
      rowWith({
        id: n + 1,
        timestamp_ms: n % 3 === 0 ? n : 20_000 - n,
        server_name: n % 97 === 0 ? 'github' : 'inkwatch',
        client_info: n % 2 === 0 ? 'mcp:claude-code' : 'mcp:cursor',
        reason: n % 50 === 0 ? 'zebra' : 'horse',
      }),
    ),
  );
  db.transaction(() => {
    indexWrites(db, indexed);
    packAll(db);
  });
}

const allTime = { since_ms: null, until_ms: null };

test('a search in steps of no time finds the same rows in the same order, and ends', () => {
  const { write: db } = testLedger();
  tangled(db, 8_200);
  const query = {
    filter: { ...emptyFilter, server: { only: ['github'], hide: [] } },
    bounds: { since_ms: 100, until_ms: 19_000 },
  };
  for (const direction of ['older', 'newer'] as const) {
    const order = direction === 'older' ? 'DESC' : 'ASC';
    const wanted = db
      .all<{ id: number }>(
        `SELECT id FROM mcp_writes WHERE server_name = 'github' AND timestamp_ms >= 100
          AND timestamp_ms < 19000 ORDER BY timestamp_ms ${order}, id ${order}`,
      )
      .map(({ id }) => id);
    const found: number[] = [];
    let key: PageKey | null = null;
    let steps = 0;
    do {
      const step = { query, from: { direction, key }, limit: 1_000, text: null, budgetMs: -1 };
      const part = findRows(db, step);
      if (part === null) throw new Error('the columns must answer');
      found.push(...part.ids);
      key = part.searchedTo;
      steps += 1;
      expect(steps).toBeLessThan(20);
    } while (key !== null);
    expect(found).toEqual(wanted);
    expect(steps).toBeGreaterThan(1);
  }
});

/** What the window offers in each dimension. */
const offered: readonly Partial<WriteFilter>[] = [
  { client: { only: ['claude-code'], hide: [] } },
  { client: { only: [], hide: ['cursor'] } },
  { tool: { only: ['memory.store', 'tree.tag'], hide: [] } },
  { server: { only: ['github'], hide: [] } },
  { outcome: { only: [], hide: ['unknown'] } },
  { outcome: { only: ['refused'], hide: [] } },
  { namespace: { only: ['mcp'], hide: [] } },
  { mark: { only: [], hide: ['reviewed'] } },
  { mark: { only: ['flagged'], hide: [] } },
  { text: 'zebra' },
  { text: 'horse' },
  { text: 'ze' },
  { run: 'run-1' },
];

/** A handle that keeps what is asked through it. */
function listening(db: ReadHandle) {
  const asked: { readonly sql: string; readonly params: SqlParams | undefined }[] = [];
  const handle: ReadHandle = {
    access: 'read',
    all: (sql, params) => {
      asked.push({ sql, params });
      return db.all(sql, params);
    },
    values: (sql, params) => db.values(sql, params),
    column: (sql, params) => {
      asked.push({ sql, params });
      return db.column(sql, params);
    },
    get: (sql, params) => {
      asked.push({ sql, params });
      return db.get(sql, params);
    },
    snapshot: (work) => db.snapshot(work),
  };
  return { handle, asked };
}

const plansOf = (db: ReadHandle, { asked }: ReturnType<typeof listening>) =>
  asked.map(({ sql, params }) => {
    const steps = db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
    return { sql, steps: steps.map(({ detail }) => detail) };
  });

const pairs = offered.flatMap((one, n) =>
  [{}, ...offered.slice(n + 1)].map((other) => ({ ...one, ...other })),
);

test('no first page of two dimensions and a range reads the whole ledger or sorts it', () => {
  const { write: db } = testLedger();
  tangled(db, 4_200);
  const ranges = [allTime, { since_ms: 5_000, until_ms: 15_000 }];
  for (const { filter, bounds } of pairs.flatMap((one) =>
    ranges.map((range) => ({ filter: { ...emptyFilter, ...one }, bounds: range })),
  )) {
    const ear = listening(db);
    page(ear.handle, { filter, bounds }, 60, null);
    for (const { sql, steps } of plansOf(db, ear)) {
      // Few rows, found by their ids, may be sorted; and a page that was merged from several walks.
      const byIds = /id IN \(SELECT value FROM json_each/.test(sql);
      for (const step of steps) {
        if (/^SCAN mcp_writes(?! USING INDEX mcp_writes_(by_time|not_succeeded)|_)/.test(step)) {
          expect.fail(`${step} in ${sql}`);
        }
        if (/TEMP B-TREE/.test(step) && !byIds && !steps.some((one) => one.includes('MERGE'))) {
          expect.fail(`${step} in ${sql}`);
        }
      }
    }
  }
});

test('sums of packed rows read none of the ledger but what is not packed yet', () => {
  const { write: db } = testLedger();
  tangled(db, 8_200);
  const query = {
    filter: { ...emptyFilter, server: { only: [], hide: ['github'] } },
    bounds: { since_ms: 5_000, until_ms: null },
  };
  const ear = listening(db);
  facets(ear.handle, query);
  counts(ear.handle, query);
  histogram(ear.handle, query, 20);
  for (const { sql, steps } of plansOf(db, ear)) {
    for (const step of steps.filter((one) => one.includes('mcp_writes'))) {
      expect(step, sql).toMatch(/^SEARCH mcp_writes( USING .*)?$/);
    }
  }
});

test.each([0, 4_000, 8_200])(
  'sums of a text that many rows hold follow the rows, also when an error comes later (%i rows indexed)',
  (indexed) => {
    const { write: db } = testLedger();
    tangled(db, 8_200, indexed);
    const bounds = { since_ms: 1_000, until_ms: 19_500 };
    const compare = (text: string) => {
      const filter = { ...emptyFilter, text, server: { only: [], hide: ['github'] } };
      const query = { filter, bounds };
      const wanted = db.get<{ n: number; failures: number }>(
        `SELECT count(*) AS n, coalesce(sum(success = 0), 0) AS failures FROM mcp_writes
        WHERE instr(reason || coalesce(error_message, ''), ?) AND server_name <> 'github'
          AND timestamp_ms >= 1000 AND timestamp_ms < 19500`,
        [text],
      );
      expect(counts(db, query)).toEqual({
        matching: wanted?.n,
        total: 8_200,
        failures: wanted?.failures,
      });
      const sum = (counted: readonly number[]) => counted.reduce((all, n) => all + n, 0);
      expect(sum(facets(db, query).client.map(({ count }) => count))).toBe(wanted?.n);
      const bars = histogram(db, query, 20, 20_000).bars;
      expect(sum(bars.flatMap(({ counts: one }) => Object.values(one)))).toBe(wanted?.n);
    };
    for (const text of ['horse', 'rs']) compare(text);
    db.run(
      `UPDATE mcp_writes SET success = 0, error_message = 'a horse, of course', finished_ms = finished_ms
      WHERE id % 50 = 1`,
    );
    db.transaction(() => {
      for (let id = 1; id <= 8_200; id += 50) indexLateText(db, id);
    });
    compare('horse');
    db.transaction(() => packAll(db));
    for (const text of ['horse', 'rs']) compare(text);
  },
);

test('a text that many rows hold, but none that the rest of the filter keeps, is not looked for in all of these', () => {
  const { write: db } = testLedger();
  putRows(
    db,
    Array.from({ length: 20_500 }, (_, n) =>
      rowWith({
        id: n + 1,
        client_info: n % 2 === 0 ? 'mcp:claude-code' : 'mcp:cursor',
        reason: n % 2 === 0 || n === 11 ? 'a horse' : 'a quokka, of all things',
      }),
    ),
  );
  db.transaction(() => {
    indexWrites(db, 20_500);
    packAll(db);
  });
  const asked = { ...emptyFilter, client: { only: ['cursor'], hide: [] }, text: 'HORSE' };
  const ear = listening(db);
  // In steps of no time, as on a machine that is slow: what was compared in one counts in the next.
  const text = compileFilter(db, { filter: asked, bounds: allTime }).text;
  const ids: number[] = [];
  let key: PageKey | null = null;
  do {
    const from = { direction: 'older', key } as const;
    const query = { filter: asked, bounds: allTime };
    const part = findRows(ear.handle, { query, from, limit: 60, text, budgetMs: -1 });
    if (part === null) throw new Error('the columns must answer');
    ids.push(...part.ids);
    key = part.searchedTo;
  } while (key !== null);
  expect(ids).toEqual([12]);
  const compared = ear.asked.filter(({ sql }) =>
    /^SELECT id FROM mcp_writes NOT INDEXED/.test(sql),
  );
  // The newest rows as they come, and then the one that the index names.
  expect(compared.length).toBeLessThan(5);
  expect(counts(db, { filter: asked, bounds: allTime }).matching).toBe(1);
});

test('a row that got its error after the index was asked, and was packed after that, is found', () => {
  const { write: db } = testLedger();
  const row = (n: number) => rowWith({ id: n + 1, reason: n % 2 === 0 ? 'a horse' : 'nothing' });
  putRows(
    db,
    Array.from({ length: 5_000 }, (_, n) => row(n)),
  );
  db.transaction(() => {
    indexWrites(db, 5_000);
    packAll(db);
  });
  const query = { filter: { ...emptyFilter, text: 'horse' }, bounds: allTime };
  expect(counts(db, query).matching).toBe(2_500);
  // Indexed by now, and in no block yet.
  db.transaction(() => {
    db.run(
      "UPDATE mcp_writes SET success = 0, error_message = 'no horse', finished_ms = 9 WHERE id = 4500",
    );
    indexLateText(db, 4_500);
  });
  putRows(
    db,
    Array.from({ length: 2_000 }, (_, n) => row(5_000 + n)),
  );
  db.transaction(() => {
    indexWrites(db, 2_000);
    packAll(db);
  });
  expect(counts(db, query).matching).toBe(3_501);
  expect(page(db, query, 5_000, null).rows).toHaveLength(3_501);
});
