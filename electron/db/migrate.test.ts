import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { ledgerColumns } from '../../shared/ledger.ts';
import { packAll } from './columns/pack.ts';
import { WriteConnection } from './connection.ts';
import { migrate, migrations, newestSchema, schemaOf } from './migrate.ts';
import { newestBursts } from './readers/bursts.ts';

/** A database in memory with the schema of that number. */
const atSchema = (schema: number): WriteConnection => {
  const db = new WriteConnection(new Database(':memory:'));
  onTestFinished(() => db.close());
  migrate(db, schema);
  return db;
};

/** The eight-column table with three plain indexes, as an older ledger left it. */
const eightColumnLedger = (): WriteConnection => {
  const db = new WriteConnection(new Database(':memory:'));
  onTestFinished(() => db.close());
  for (const sql of [
    `CREATE TABLE mcp_writes (
      id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp_ms INTEGER NOT NULL, client_info TEXT NOT NULL,
      tool_name TEXT NOT NULL, args_summary TEXT, resulting_chunk_id TEXT, success INTEGER NOT NULL,
      error_message TEXT)`,
    'CREATE INDEX idx_time ON mcp_writes (timestamp_ms)',
    'CREATE INDEX idx_client ON mcp_writes (client_info, timestamp_ms)',
    'CREATE INDEX mcp_writes_by_tool ON mcp_writes (tool_name, timestamp_ms)',
  ]) {
    db.run(sql);
  }
  const rows: readonly (readonly [
    number,
    string,
    string | null,
    string | null,
    number,
    string | null,
  ])[] = [
    [1000, 'mcp:cursor', '{"title":"T","namespace":"notes","tag_count":0}', 'doc-1', 1, null],
    [1001, 'mcp', null, null, 0, 'no'],
    [1002, 'mcp:x', 'cut {"namesp', null, 1, null],
    [1003, 'mcp:x', '{"namespace":{"deep":1}}', null, 1, null],
    [1004, 'mcp:x', '{"namespace":""}', null, 0, ''],
    [1005, 'mcp:x', '{"title":"nul \\u0000 hidden","namespace":"é\\u0000n"}', null, 1, null],
  ];
  for (const row of rows) {
    db.run(
      `INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, args_summary, resulting_chunk_id, success, error_message)
       VALUES (?, ?, 'memory.store', ?, ?, ?, ?)`,
      row,
    );
  }
  db.run(
    'INSERT INTO mcp_writes (id, timestamp_ms, client_info, tool_name, success) VALUES (90, 1, ?, ?, 1)',
    ['a', 'b'],
  );
  db.run('DELETE FROM mcp_writes WHERE id = 90');
  return db;
};

const schemaText = (db: WriteConnection) =>
  db.all('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name');

test('the steps are numbered without a gap', () => {
  expect(migrations.map((migration) => migration.to)).toEqual(
    migrations.map((_, index) => index + 1),
  );
});

test('a new file gets the newest schema, and a second run changes nothing', () => {
  const db = atSchema(newestSchema);
  const before = schemaText(db);
  migrate(db);
  expect(schemaText(db)).toEqual(before);
  expect(schemaOf(db)).toBe(newestSchema);
});

test('001: a new ledger has the eight columns with their names and types', () => {
  const db = atSchema(1);
  expect(
    db.all('SELECT name, type, "notnull" AS must FROM pragma_table_info(\'mcp_writes\')'),
  ).toEqual([
    { name: 'id', type: 'INTEGER', must: 0 },
    { name: 'timestamp_ms', type: 'INTEGER', must: 1 },
    { name: 'client_info', type: 'TEXT', must: 1 },
    { name: 'tool_name', type: 'TEXT', must: 1 },
    { name: 'args_summary', type: 'TEXT', must: 0 },
    { name: 'resulting_chunk_id', type: 'TEXT', must: 0 },
    { name: 'success', type: 'INTEGER', must: 1 },
    { name: 'error_message', type: 'TEXT', must: 0 },
  ]);
});

test('001: a table of that name with other columns is refused, not overwritten', () => {
  const db = new WriteConnection(new Database(':memory:'));
  onTestFinished(() => db.close());
  db.run('CREATE TABLE mcp_writes (id INTEGER, note TEXT)');
  db.run("INSERT INTO mcp_writes VALUES (1, 'kept')");
  expect(() => migrate(db)).toThrow(/other columns/);
  expect(db.all('SELECT * FROM mcp_writes')).toEqual([{ id: 1, note: 'kept' }]);
  expect(schemaOf(db)).toBe(0);
});

test('002: an eight-column ledger with three plain indexes comes along with its rows', () => {
  const db = eightColumnLedger();
  migrate(db, 2);
  const rows = db.all<Record<string, unknown>>(
    'SELECT id, timestamp_ms, success, error_message, server_name, namespace, finished_ms, attempts, repeat_no, row_hash FROM mcp_writes ORDER BY id',
  );
  const same = { server_name: 'inkwatch', attempts: 1, repeat_no: 1, row_hash: null };
  expect(rows).toEqual([
    {
      id: 1,
      timestamp_ms: 1000,
      success: 1,
      error_message: null,
      namespace: 'notes',
      finished_ms: 1000,
      ...same,
    },
    {
      id: 2,
      timestamp_ms: 1001,
      success: 0,
      error_message: 'no',
      namespace: null,
      finished_ms: 1001,
      ...same,
    },
    {
      id: 3,
      timestamp_ms: 1002,
      success: 1,
      error_message: null,
      namespace: null,
      finished_ms: 1002,
      ...same,
    },
    {
      id: 4,
      timestamp_ms: 1003,
      success: 1,
      error_message: null,
      namespace: null,
      finished_ms: 1003,
      ...same,
    },
    {
      id: 5,
      timestamp_ms: 1004,
      success: 0,
      error_message: '',
      namespace: null,
      finished_ms: 1004,
      ...same,
    },
    {
      id: 6,
      timestamp_ms: 1005,
      success: 1,
      error_message: null,
      namespace: 'é\u0000n',
      finished_ms: 1005,
      ...same,
    },
  ]);
});

test('002: the columns stand in the order of the contract, and used ids stay used', () => {
  const db = eightColumnLedger();
  migrate(db, 2);
  const names = db.all<{ name: string }>("SELECT name FROM pragma_table_info('mcp_writes')");
  // Columns of later steps stand at the end of the table; readers name them in the contract's order.
  const added: readonly string[] = ['effect'];
  expect(names.map((column) => column.name)).toEqual(
    ledgerColumns.filter((column) => !added.includes(column)),
  );
  const { lastId } = db.run(
    "INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, success) VALUES (1, 'a', 'b', 1)",
  );
  expect(lastId).toBe(91);
});

test('002: an old ledger and a new file end with the very same schema', () => {
  const old = eightColumnLedger();
  migrate(old);
  expect(schemaText(old)).toEqual(schemaText(atSchema(newestSchema)));
});

test.each([3, 4, 5])('00%i: rows of the ledger stay as they are', (schema) => {
  const db = atSchema(schema - 1);
  db.run(
    "INSERT INTO mcp_writes (timestamp_ms, client_info, tool_name, success, finished_ms) VALUES (7, 'mcp:a', 'memory.store', 1, 8)",
  );
  const before = db.all('SELECT * FROM mcp_writes');
  migrate(db, schema);
  expect(schemaOf(db)).toBe(schema);
  expect(db.all('SELECT * FROM mcp_writes')).toEqual(before);
});

test('005: rows and documents from before the indexes wait to be indexed', () => {
  const db = atSchema(4);
  db.run("INSERT INTO memory_documents VALUES (1, 'a', x'00', 'mcp', 'T', 1, '[]', 1, 1, NULL)");
  db.run("INSERT INTO memory_versions VALUES (1, 1, 1, 1, NULL, 'content')");
  migrate(db, 5);
  expect(db.all('SELECT upto FROM search_progress')).toEqual(Array(4).fill({ upto: 0 }));
  expect(db.get('SELECT content FROM memory_versions')).toEqual({ content: 'content' });
});

test('008: marks and views stand beside rows that are as they were', () => {
  const db = atSchema(7);
  db.run(
    "INSERT INTO mcp_writes (id, timestamp_ms, client_info, tool_name, success) VALUES (5, 9, 'mcp:x', 't', 1)",
  );
  db.run("INSERT INTO memory_documents VALUES (1, 'a', x'00', 'mcp', 'T', 1, '[]', 1, 1, NULL)");
  const before = db.all('SELECT * FROM mcp_writes');
  migrate(db, 8);
  expect(db.all('SELECT * FROM mcp_writes')).toEqual(before);
  expect(db.all('SELECT * FROM write_marks')).toEqual([]);
  const plan = db
    .all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT * FROM memory_documents WHERE deleted_ms IS NULL AND namespace = 'mcp'
        ORDER BY updated_ms DESC, id DESC LIMIT 50`,
    )
    .map((step) => step.detail);
  expect(plan).toEqual([expect.stringContaining('USING INDEX memory_documents_by_change')]);
});

test('012: blocks are packed anew with the connection and the effect of their rows', () => {
  const db = atSchema(11);
  db.run("INSERT INTO write_kinds VALUES (1, 'mcp:x', 't', 'inkwatch', NULL, 'succeeded')");
  db.run("INSERT INTO write_blocks VALUES (0, 2048, 1, 2048, x'0100000000080000', x'00')");
  db.transaction(() => {
    for (let id = 1; id <= 2048; id += 1) {
      db.run(
        `INSERT INTO mcp_writes (id, timestamp_ms, client_info, tool_name, success, client_id, effect)
          VALUES (?, ?, 'mcp:x', 't', 1, ?, ?)`,
        [id, id, id % 2 === 0 ? 'home' : null, id % 3 === 0 ? 'read' : 'write'],
      );
    }
  });
  const before = db.all('SELECT * FROM mcp_writes');
  migrate(db, 12);
  expect(db.all('SELECT * FROM mcp_writes')).toEqual(before);
  expect(db.get('SELECT count(*) AS n FROM write_blocks')).toEqual({ n: 0 });
  db.transaction(() => packAll(db));
  expect(db.all('SELECT client_id, effect FROM write_kinds ORDER BY 1, 2')).toEqual([
    { client_id: null, effect: 'read' },
    { client_id: null, effect: 'write' },
    { client_id: 'home', effect: 'read' },
    { client_id: 'home', effect: 'write' },
  ]);
  db.run("UPDATE mcp_writes SET effect = 'read' WHERE id = 7");
  expect(db.all('SELECT id FROM write_blocks_stale')).toEqual([{ id: 7 }]);
});

test('a step that fails leaves the schema before it, whole', () => {
  const db = atSchema(1);
  db.run('CREATE TABLE ledger_facts (in_the_way TEXT)');
  const before = schemaText(db);
  expect(() => migrate(db)).toThrow();
  expect(schemaText(db)).toEqual(before);
  expect(schemaOf(db)).toBe(1);
});

test('006: a ledger begins with the connection of its home, and a token belongs to one connection', () => {
  const db = atSchema(6);
  expect(db.all('SELECT client_id, name, token_hash, revoked_ms FROM connections')).toEqual([
    { client_id: 'home', name: 'This computer', token_hash: null, revoked_ms: null },
  ]);
  const add = (id: string) =>
    db.run(
      "INSERT INTO connections (client_id, name, token_hash, created_ms) VALUES (?, 'x', 'same', 1)",
      [id],
    );
  add('a');
  expect(() => add('b')).toThrow('UNIQUE');
});

test('009: bursts from before know no connections', () => {
  const db = atSchema(8);
  db.run(
    "INSERT INTO bursts (client_info, start_ms, count, peak, first_id, last_id, repeats, failures) VALUES ('mcp:a', 1, 20, 20, 1, 20, 0, 0)",
  );
  migrate(db, 9);
  expect(newestBursts(db, 5)).toMatchObject([{ client_info: 'mcp:a', client_ids: [] }]);
});
