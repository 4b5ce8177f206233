import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { connectWriter, WriteConnection } from '../../db/connection.ts';
import { testLedger } from '../../testing/ledger.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { createJsonlSink } from '../sinks/jsonl.ts';
import { importFile } from './import-file.ts';

const line = (id: number, other: Record<string, unknown> = {}) =>
  JSON.stringify({
    schema_version: 1,
    ts_unix: 1_764_590_400.5 + id,
    timestamp_ms: 1_764_590_400_500 + id * 1000,
    id,
    tool: 'memory.store',
    server: 'inkwatch',
    db: null,
    sql: null,
    reason: 'because',
    client: { name: 'Zed: Nightly', version: '1.2' },
    client_info: 'mcp:zed-nightly',
    session_id: 'run-1',
    ok: true,
    error: null,
    elapsed_ms: 7,
    ...other,
  });

function setUp(name: string, content: string | Buffer) {
  const folder = tempHome();
  const file = join(folder, name);
  writeFileSync(file, content);
  const rejectedFile = join(folder, `${name}.rejected.jsonl`);
  const ledger = testLedger();
  const run = (from = file) =>
    importFile({ file: from, rejectedFile, db: ledger.write, onProgress: () => {} });
  const rows = () => ledger.read.all<LedgerRow>('SELECT * FROM mcp_writes ORDER BY id');
  return { file, rejectedFile, run, rows, ledger, folder };
}

describe('importing a JSONL file', () => {
  it('keeps times, client, reason and the three outcomes, and says that it was imported', async () => {
    const { run, rows } = setUp(
      'audit.jsonl',
      [
        line(1),
        line(2, { ok: false, error: 'no' }),
        line(3, { ok: null, elapsed_ms: null, tool: 'sql.execute', db: 'shop', sql: 'DELETE' }),
      ].join('\n'),
    );
    expect(await run()).toMatchObject({ read: 3, added: 3, present: 0, rejected: 0 });
    const [first, failed, unknown] = rows();
    expect(first).toMatchObject({
      timestamp_ms: 1_764_590_401_500,
      client_info: 'mcp:zed-nightly',
      client_name: 'Zed: Nightly',
      client_version: '1.2',
      client_id: null,
      transport: 'import',
      session_id: 'run-1',
      reason: 'because',
      success: 1,
      finished_ms: 1_764_590_401_507,
    });
    expect(failed).toMatchObject({ success: 0, error_message: 'no' });
    expect(unknown).toMatchObject({ success: 0, finished_ms: null });
    expect(unknown?.args_summary).toBe('{"db":"shop","sql":"DELETE"}');
  });

  it('adds nothing the second time, and only what is missing after a longer file', async () => {
    // Two writes that look the same in every column are two writes.
    const same = [line(1), line(2, { timestamp_ms: 1_764_590_401_500 })];
    const { file, run, rows } = setUp('audit.jsonl', `${same.join('\n')}\n`);
    expect(await run()).toMatchObject({ added: 2 });
    expect(await run()).toMatchObject({ added: 0, present: 2 });
    const grown = [...same, line(3, { timestamp_ms: 1_764_590_401_500 }), line(4)];
    writeFileSync(file, `${grown.join('\n')}\n`);
    expect(await run()).toMatchObject({ added: 2, present: 2 });
    // A file that was joined from two copies holds each record twice.
    writeFileSync(file, `${[...grown, ...grown].join('\n')}\n`);
    expect(await run()).toMatchObject({ added: 0, present: 8 });
    expect(rows()).toHaveLength(4);
  });

  it('keeps apart writes of one moment that differ in a single column', async () => {
    const { run, rows } = setUp(
      'audit.jsonl',
      [
        line(1, { timestamp_ms: 5, session_id: null, reason: null }),
        line(2, { timestamp_ms: 5, session_id: null, reason: 'x' }),
        line(3, { timestamp_ms: 5, session_id: null, reason: 'x', error: 'no', ok: false }),
        line(4, { timestamp_ms: 5, session_id: 's', reason: 'x' }),
      ].join('\n'),
    );
    expect(await run()).toMatchObject({ added: 4 });
    expect(await run()).toMatchObject({ added: 0 });
    expect(rows()).toHaveLength(4);
  });

  it('doubles nothing that this very ledger recorded itself', async () => {
    const { run, rows, folder } = setUp('first.jsonl', [line(1), line(2)].join('\n'));
    await run();
    const path = join(folder, 'sink.jsonl');
    const sink = createJsonlSink({ path, warn: () => {} });
    sink.append(rows());
    await sink.close();
    expect(await run(path)).toMatchObject({ added: 0, present: 2 });
  });

  it('reads our own export back, with an equal count', async () => {
    const { run, rows, folder } = setUp('first.jsonl', [line(1), line(2)].join('\n'));
    await run();
    const path = join(folder, 'export.jsonl');
    writeFileSync(
      path,
      rows()
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    expect(await run(path)).toMatchObject({ read: 2, added: 0, present: 2 });
    const other = setUp('export.jsonl', readFileSync(path));
    expect(await other.run()).toMatchObject({ read: 2, added: 2 });
    expect(other.rows()[0]).toMatchObject({ reason: 'because', session_id: 'run-1' });
  });

  it('b03: loads the good lines, and puts the others aside as they were', async () => {
    const bad = [
      `${line(90)}${line(91)}`,
      '[1,2]',
      'null',
      '{"schema_version":1,"tool":"x"}',
      line(92, { tool: null }),
      line(93, { ok: 'yes' }),
      line(94, { schema_version: 2 }),
      '{"type":"entity","name":"cut off at the end","entityT',
    ];
    const invalid = Buffer.from([0x7b, 0xff, 0x7d]);
    const { rejectedFile, run, rows, file } = setUp(
      'audit.jsonl',
      Buffer.concat([
        Buffer.from(`\ufeff${line(1)}\r\n\n   \n${line(2, { reason: 'a\u2028b' })}\n`),
        invalid,
        Buffer.from(`\n${bad.join('\n')}`),
      ]),
    );
    const result = await run();
    expect(result).toMatchObject({ read: 11, added: 2, rejected: 9 });
    expect(result.reasons[0]).toEqual({ at: 5, why: 'it is not valid UTF-8' });
    expect(rows().map(({ reason }) => reason)).toEqual(['because', 'a\u2028b']);
    const aside = Buffer.concat([invalid, Buffer.from(`\n${bad.join('\n')}\n`)]);
    expect(readFileSync(rejectedFile)).toEqual(aside);
    // A second run puts the same aside, once.
    await run();
    expect(readFileSync(rejectedFile)).toEqual(aside);
    expect(readFileSync(file).length).toBeGreaterThan(0);
  });

  it('makes no side file where every line is good', async () => {
    const { rejectedFile, run } = setUp('audit.jsonl', line(1));
    await run();
    expect(existsSync(rejectedFile)).toBe(false);
  });

  it('keeps hostile text within the ledger’s bounds', async () => {
    const long = 'x'.repeat(5000);
    const { run, rows } = setUp(
      'audit.jsonl',
      line(1, {
        tool: `a\u0000\u202e${long}`,
        client: { name: `\u001b[31m${long}`, version: 7 },
        client_info: long,
        session_id: long,
        reason: `\ud800${long}`,
        error: `${'ä'.repeat(2000)}`,
        elapsed_ms: -1,
      }),
    );
    expect(await run()).toMatchObject({ added: 1 });
    const [row] = rows();
    expect(row?.tool_name.length).toBe(128);
    expect(row?.client_name?.length).toBe(128);
    expect(row?.client_name).not.toContain('\u001b');
    expect(row?.reason?.length).toBe(1000);
    expect(Buffer.byteLength(row?.error_message ?? '')).toBe(1024);
    expect(row).toMatchObject({ client_version: null, elapsed_ms: null });
  });

  it('goes on where a failure stopped it', async () => {
    const lines = Array.from({ length: 1200 }, (_, at) => line(at));
    const { run, rows, ledger } = setUp('audit.jsonl', lines.join('\n'));
    ledger.write.run(`CREATE TRIGGER full BEFORE INSERT ON mcp_writes
      WHEN (SELECT count(*) FROM mcp_writes) = 700 BEGIN SELECT raise(ABORT, 'disk full'); END`);
    await expect(run()).rejects.toThrow('disk full');
    expect(rows()).toHaveLength(500);
    ledger.write.run('DROP TRIGGER full');
    expect(await run()).toMatchObject({ added: 700, present: 500 });
  });
});

describe('importing a database', () => {
  function foreign(file: string, setUpTable: (db: WriteConnection) => void): void {
    const db = new WriteConnection(connectWriter(file));
    setUpTable(db);
    db.close();
  }

  const eight = `CREATE TABLE mcp_writes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp_ms INTEGER NOT NULL, client_info TEXT NOT NULL,
    tool_name TEXT NOT NULL, args_summary TEXT, resulting_chunk_id TEXT, success INTEGER NOT NULL,
    error_message TEXT)`;

  it('takes the eight columns over, and a second time nothing', async () => {
    const { run, rows, folder } = setUp('x', '');
    const file = join(folder, 'old.db');
    foreign(file, (db) => {
      db.run(eight);
      const insert = 'INSERT INTO mcp_writes VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
      const summary = '{"title":"t","namespace":"notes","tag_count":1}';
      db.run(insert, [3, 1000, 'mcp:claude-desktop', 'memory.store', summary, 'c-1', 1, null]);
      db.run(insert, [4, 1000, 'mcp:claude-desktop', 'memory.store', summary, 'c-1', 1, null]);
      db.run(insert, [9, 2000, 'mcp', 'tree.tag', null, null, 0, 'refused']);
      db.run(insert, [10, 3000, 'mcp', 'tree.tag', null, null, 7, null]);
      db.run(insert, [11, 3000, 'mcp', 'tree.tag', Buffer.from('x'), null, 1, null]);
    });
    expect(await run(file)).toMatchObject({ read: 5, added: 3, rejected: 2 });
    expect(await run(file)).toMatchObject({ added: 0, present: 3, rejected: 2 });
    expect(rows()).toMatchObject([
      { timestamp_ms: 1000, resulting_chunk_id: 'c-1', namespace: 'notes', finished_ms: 1000 },
      { timestamp_ms: 1000, transport: 'import' },
      { timestamp_ms: 2000, client_info: 'mcp', success: 0, error_message: 'refused' },
    ]);
  });

  it('takes over what another Inkwatch knows beyond the eight', async () => {
    const source = setUp('audit.jsonl', [line(1), line(2, { ok: null })].join('\n'));
    await source.run();
    const { run, rows } = setUp('x', '');
    expect(await run(source.ledger.database)).toMatchObject({ added: 2 });
    expect(rows()).toMatchObject([
      { reason: 'because', client_name: 'Zed: Nightly', session_id: 'run-1' },
      { finished_ms: null },
    ]);
  });

  it.each([
    ['has no such table', 'CREATE TABLE other (id)', 'no table mcp_writes'],
    ['has a view in its place', 'CREATE VIEW mcp_writes AS SELECT 1 AS id', 'no table mcp_writes'],
    ['lacks columns', 'CREATE TABLE mcp_writes (id INTEGER, success)', 'has no timestamp_ms'],
  ])('says what is missing when it %s', async (_, sql, words) => {
    const { run, folder } = setUp('x', '');
    const file = join(folder, 'other.db');
    foreign(file, (db) => db.run(sql));
    await expect(run(file)).rejects.toThrow(words);
  });
});
