import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { homePaths } from '../home/paths.ts';
import { damagePages } from '../testing/damage.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { tempHome } from '../testing/temp-home.ts';
import { newestSchema } from './migrate.ts';
import { openLedger, openReader } from './open.ts';
import { indexWrites } from './search-index.ts';

const noon = () => new Date('2026-11-30T12:00:00.000Z');
const aside = 'inkwatch.damaged-2026-11-30T12-00-00-000.db';

const open = (home: string) => {
  const ledger = openLedger(homePaths(home), noon);
  onTestFinished(() => {
    try {
      ledger.close();
    } catch {
      // Some tests close it themselves.
    }
  });
  return ledger;
};

const countRows = (home: string): number => {
  const reader = openReader(homePaths(home).database);
  try {
    return reader.get<{ n: number }>('SELECT count(*) AS n FROM mcp_writes')?.n ?? -1;
  } finally {
    reader.close();
  }
};

/** A home whose ledger holds 2,000 rows and was closed cleanly. */
const usedHome = (rows = 2000): string => {
  const ledger = testLedger();
  ledger.write.transaction(() => {
    for (let n = 0; n < rows; n += 1) {
      insertRow(ledger.write, {
        timestamp_ms: n,
        args_summary: `{"title":"row ${n} ${'y'.repeat(200)}"}`,
        row_hash: `h${n}`,
      });
    }
  });
  ledger.close();
  return ledger.home;
};

test('a new home gets a ledger that is durable, checked for references and in write-ahead mode', () => {
  const { write, state, database } = testLedger();
  expect(state()).toEqual({ kind: 'ok' });
  expect(existsSync(`${database}-wal`)).toBe(true);
  expect(statSync(database).mode & 0o777).toBe(0o600);
  expect(statSync(`${database}-wal`).mode & 0o777).toBe(0o600);
  expect(write.get('PRAGMA page_size')).toEqual({ page_size: 2048 });
  expect(write.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
  expect(write.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
  expect(write.get('PRAGMA busy_timeout')).toEqual({ timeout: 75 });
});

test('rows survive a restart, and a clean exit leaves no log behind', () => {
  const home = usedHome(3);
  expect(readdirSync(home).sort()).toEqual(['high-water.json', 'inkwatch.db']);
  expect(JSON.parse(readFileSync(join(home, 'high-water.json'), 'utf8'))).toEqual({
    id: 3,
    row_hash: 'h2',
  });
  expect(open(home).state()).toEqual({ kind: 'ok' });
  expect(countRows(home)).toBe(3);
});

test('a reader cannot write, not even through a statement that returns rows', () => {
  const { write, database } = testLedger();
  const insert = "INSERT INTO ledger_facts VALUES ('a', 'b') RETURNING name";
  expect(() => write.get(insert)).toThrow(/writes/);
  const reader = openReader(database);
  onTestFinished(() => reader.close());
  expect(() => reader.all(insert)).toThrow();
});

test('case c04-damaged-db-at-start: zero bytes is a new ledger', () => {
  const home = tempHome();
  writeFileSync(join(home, 'inkwatch.db'), '');
  expect(open(home).state()).toEqual({ kind: 'ok' });
  expect(readdirSync(home).filter((name) => name.includes('damaged'))).toEqual([]);
});

const damages: readonly (readonly [string, (file: string) => void])[] = [
  [
    'random bytes',
    (file) =>
      writeFileSync(
        file,
        Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * 7919 + 13) % 251)),
      ),
  ],
  ['text', (file) => writeFileSync(file, 'this is not a database\n'.repeat(100))],
  ['a truncated file', (file) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  [
    'a bad page',
    (file) => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, 4096 * 20, 4096 * 23);
      writeFileSync(file, bytes);
    },
  ],
  [
    'a bad header',
    (file) => {
      const bytes = readFileSync(file);
      bytes.write('XXXXXXXXXXXXXXXX', 0);
      writeFileSync(file, bytes);
    },
  ],
  [
    'a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
  ],
];

test.each(damages)(
  'case c04-damaged-db-at-start: %s is set aside under a dated name and a new ledger records',
  (_, damage) => {
    const home = usedHome();
    const file = join(home, 'inkwatch.db');
    damage(file);
    const before = statSync(file).isFile() ? readFileSync(file) : null;
    const ledger = open(home);
    expect(ledger.state()).toMatchObject({ kind: 'unreadable', setAside: join(home, aside) });
    if (before !== null) expect(readFileSync(join(home, aside)).equals(before)).toBe(true);
    expect(existsSync(join(home, aside))).toBe(true);
    if (ledger.write === null) throw new Error('a new ledger must record');
    // Ids of the lost rows are not given again.
    expect(insertRow(ledger.write, {})).toBe(2001);
    ledger.close();
    expect(open(home).state()).toEqual({ kind: 'ok' });
  },
);

test('case c04-damaged-db-at-start: the main file without its -wal is noticed, not taken for a new ledger', () => {
  const home = usedHome();
  const file = join(home, 'inkwatch.db');
  // As in the case: copied while everything was still in the log.
  rmSync(file);
  const other = new Database(join(home, 'other.db'));
  other.pragma('journal_mode = WAL');
  other.exec('CREATE TABLE mcp_writes (id INTEGER PRIMARY KEY)');
  copyFileSync(join(home, 'other.db'), file);
  other.close();
  expect(statSync(file).size).toBeGreaterThan(0);
  expect(open(home).state()).toMatchObject({ kind: 'unreadable', setAside: join(home, aside) });
});

test('case c04-damaged-db-at-start: a -wal of random bytes changes nothing', () => {
  const home = usedHome();
  writeFileSync(join(home, 'inkwatch.db-wal'), Buffer.alloc(9000, 0x5a));
  expect(open(home).state()).toEqual({ kind: 'ok' });
  expect(countRows(home)).toBe(2000);
});

test('case c04-damaged-db-at-start: rows that only a -wal without its file holds are kept', () => {
  const home = tempHome();
  writeFileSync(join(home, 'inkwatch.db-wal'), Buffer.alloc(9000, 0x5a));
  expect(open(home).state()).toMatchObject({
    kind: 'unreadable',
    setAside: join(home, `${aside}-wal`),
  });
});

test('case c04-damaged-db-at-start: a history shorter than at the last clean exit is told once, and ids go on', () => {
  const home = usedHome(50);
  const file = join(home, 'inkwatch.db');
  const cut = new Database(file);
  cut.exec(
    "DELETE FROM mcp_writes WHERE id > 40; UPDATE sqlite_sequence SET seq = 40 WHERE name = 'mcp_writes'",
  );
  cut.close();
  const ledger = open(home);
  const state = ledger.state();
  expect(state.kind === 'ok' ? state.warning : '').toMatch(/ends at write 40, but write 50/);
  if (ledger.write === null) throw new Error('writable');
  expect(insertRow(ledger.write, {})).toBe(51);
  ledger.close();
  expect(open(home).state()).toEqual({ kind: 'ok' });
});

test('case c04-damaged-db-at-start: damage that a query finds later takes the same route, on the same handles', () => {
  const ledger = testLedger();
  const { write, database } = ledger;
  const damage = () => {
    ledger.checkpoint();
    damagePages(database);
    ledger.damaged(new Error('database disk image is malformed'));
  };
  insertRow(write, {});
  damage();
  expect(ledger.state()).toMatchObject({ kind: 'unreadable' });
  expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 0 });
  insertRow(write, {});
  expect(readdirSync(ledger.home).filter((name) => /damaged.*db$/.test(name))).toHaveLength(1);
  // A disk that keeps damaging files ends in a state, not in a loop.
  for (let n = 0; n < 5; n += 1) damage();
  expect(ledger.state()).toMatchObject({ kind: 'unreadable', setAside: null });
  expect(() => insertRow(write, {})).toThrow();
});

test('a false alarm sets no ledger aside', () => {
  const ledger = testLedger();
  insertRow(ledger.write, {});
  ledger.damaged(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
  expect(ledger.state()).toEqual({ kind: 'ok' });
  expect(ledger.write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 1 });
});

test('a damaged full-text index is filled again from the rows, which stay where they are', () => {
  const ledger = testLedger();
  insertRow(ledger.write, { reason: 'a very particular reason' });
  indexWrites(ledger.write, 10);
  const raw = new Database(ledger.database);
  raw.unsafeMode();
  raw.exec("UPDATE mcp_writes_search_data SET block = x'00ffee' WHERE id > 10");
  raw.close();
  ledger.damaged(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
  expect(ledger.state()).toEqual({ kind: 'ok' });
  indexWrites(ledger.write, 10);
  expect(
    ledger.write.all('SELECT rowid FROM mcp_writes_search WHERE mcp_writes_search MATCH \'"par"\''),
  ).toEqual([{ rowid: 1 }]);
});

test('a schema newer than the program is shown, not changed', () => {
  const home = usedHome(5);
  const file = join(home, 'inkwatch.db');
  const newer = new Database(file);
  newer.exec(
    `ALTER TABLE mcp_writes ADD COLUMN from_the_future TEXT; PRAGMA user_version = ${newestSchema + 1}`,
  );
  newer.close();
  const ledger = open(home);
  expect(ledger.state()).toMatchObject({ kind: 'read-only', why: expect.stringMatching(/newer/i) });
  expect(ledger.write).toBeNull();
  expect(ledger.read.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 5 });
  ledger.close();
  const after = new Database(file, { readonly: true });
  expect(after.pragma('user_version', { simple: true })).toBe(newestSchema + 1);
  after.close();
});

test('a home that cannot be made is a state in words, not a crash', () => {
  const home = tempHome();
  writeFileSync(join(home, 'file'), '');
  const ledger = open(join(home, 'file', 'home'));
  expect(ledger.state()).toMatchObject({ kind: 'unreadable', setAside: null });
  expect(() => ledger.write?.transaction(() => 1)).toThrow(/folder .* cannot be used/);
  expect(ledger.read.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 0 });
  expect(ledger.recover).toThrow(/folder .* cannot be used/);
  // The file goes, and the same handles record.
  rmSync(join(home, 'file'));
  ledger.recover();
  expect([ledger.state(), ledger.obstacle()]).toEqual([{ kind: 'ok' }, null]);
  if (ledger.write === null) throw new Error('writable');
  expect(insertRow(ledger.write, {})).toBe(1);
});

test('an mcp_writes of another shape is kept aside, not overwritten', () => {
  const home = tempHome();
  const foreign = new Database(join(home, 'inkwatch.db'));
  foreign.exec("CREATE TABLE mcp_writes (note TEXT); INSERT INTO mcp_writes VALUES ('kept')");
  foreign.close();
  expect(open(home).state()).toMatchObject({ kind: 'unreadable', setAside: join(home, aside) });
  const kept = new Database(join(home, aside));
  expect(kept.prepare('SELECT note FROM mcp_writes').pluck().get()).toBe('kept');
  kept.close();
});

test('where there is no ledger, a reader says so in one line', () => {
  const home = tempHome();
  expect(() => openReader(join(home, 'inkwatch.db'))).toThrow(/There is no ledger at/);
  writeFileSync(join(home, 'inkwatch.db'), 'text that is no database, and long enough to tell');
  expect(() => openReader(join(home, 'inkwatch.db'))).toThrow(/damaged/);
});
