import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltWorkers } from '../../../testing/build-workers.ts';
import { type Era, testCore } from '../../../testing/core.ts';
import { buildSqlWorker, makeShop, sqlCore } from '../../../testing/sql-core.ts';
import { tempHome } from '../../../testing/temp-home.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildSqlWorker();
});
afterAll(() => workers.remove());

const endless =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
const family = [
  'sql_execute',
  'sql_integrity_check',
  'sql_query',
  'sql_list_databases',
  'sql_describe_database',
];

async function named(client: Client): Promise<readonly string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name).filter((name) => name.startsWith('sql'));
}

async function ask(client: Client, name: string, args: Readonly<Record<string, unknown>>) {
  const { structuredContent, content, isError } = await client.callTool({
    name,
    arguments: { ...args },
  });
  const [first] = content as readonly { readonly text?: string }[];
  return { answer: structuredContent, text: first?.text ?? '', isError: isError ?? false };
}

describe.each<Era>(['2025', '2026'])('the SQL tools, era %s', (era) => {
  it('are there while a database is registered, and sessions hear of it', async () => {
    const { core, client, rows } = await testCore({ workerFolder: workers.folder });
    const connected = await client(era);
    let heard = 0;
    connected.setNotificationHandler('notifications/tools/list_changed', () => {
      heard += 1;
    });
    if (era === '2026') await connected.listen?.({ toolsListChanged: true });
    expect(await named(connected)).toEqual([]);
    const unknown = connected.callTool({ name: 'sql_query', arguments: { db: 'a', sql: 'b' } });
    await expect(unknown).rejects.toThrow('Unknown tool: sql_query');
    expect(rows()).toMatchObject([{ tool_name: 'sql_query', error_message: 'Unknown tool' }]);

    const path = join(tempHome(), 'shop.db');
    makeShop(path);
    await core.requests['databases:add']?.({ name: 'shop', path, read_only: false });
    await expect.poll(() => heard).toBe(1);
    expect(await named(connected)).toEqual(family);
    await core.requests['databases:remove']?.({ name: 'shop' });
    await expect.poll(() => heard).toBe(2);
    expect(await named(connected)).toEqual([]);
  });

  it('read without a row, and change with one', async () => {
    const { client, rows } = await sqlCore(workers);
    const connected = await client(era);
    const read = await ask(connected, 'sql_query', {
      db: 'shop',
      sql: 'SELECT what FROM orders WHERE n > ? ORDER BY n',
      params: [1],
    });
    expect(read.answer).toEqual({
      columns: ['what'],
      rows: [['pears'], ['plums']],
      rows_shown: 2,
      truncated: false,
    });
    const list = await ask(connected, 'sql.list_databases', {});
    expect(list.answer).toEqual({
      databases: [
        { name: 'gone', read_only: false },
        { name: 'shop', read_only: false },
      ],
    });
    expect(rows()).toEqual([]);

    const write = await ask(connected, 'sql_execute', {
      db: 'shop',
      sql: 'UPDATE orders SET n = n + :by /* all */ WHERE n >= :from',
      params: { by: 10, from: 2 },
      reason: 'the harvest came',
    });
    expect(write).toMatchObject({ isError: false, answer: { changes: 2 } });
    // The outcome follows the answer.
    await expect
      .poll(() => rows())
      .toMatchObject([
        {
          tool_name: 'sql.execute',
          success: 1,
          reason: 'the harvest came',
          resulting_chunk_id: null,
          args_summary: JSON.stringify({
            db: 'shop',
            sql: 'UPDATE orders SET n = n + :by /* all */ WHERE n >= :from',
          }),
        },
      ]);
    const check = await ask(connected, 'sql_integrity_check', { db: 'shop' });
    expect(check.answer).toEqual({ ok: true, problems: [], truncated: false });
    await expect
      .poll(() => rows()[0])
      .toMatchObject({
        tool_name: 'sql.integrity_check',
        success: 1,
        args_summary: '{"db":"shop","sql":"PRAGMA integrity_check"}',
      });
  });

  it('a cancelled statement ends, changed nothing, and the next one works', async () => {
    const { client, rows } = await sqlCore(workers);
    const connected = await client(era);
    const cancel = new AbortController();
    const args = { db: 'shop', sql: `UPDATE orders SET n = (${endless})` };
    const write = connected.callTool(
      { name: 'sql_execute', arguments: args },
      { signal: cancel.signal },
    );
    await expect.poll(() => rows()).toHaveLength(1);
    expect(rows()[0]?.finished_ms).toBeNull();
    cancel.abort();
    await expect(write).rejects.toThrow();
    await expect
      .poll(() => rows())
      .toMatchObject([
        {
          success: 0,
          error_kind: 'cancelled',
          error_message: 'cancelled by the client: nothing was changed',
        },
      ]);
    const { answer } = await ask(connected, 'sql_execute', {
      db: 'shop',
      sql: 'UPDATE orders SET n = 0',
    });
    expect(answer).toEqual({ changes: 3 });
  });
});

describe('a call', () => {
  it.each([
    [{ db: 'shop' }, 'sql is required'],
    [{ db: 'none', sql: 'SELECT 1' }, 'db names no registered database'],
    [{ db: 'shop', sql: ' ' }, 'sql must not be empty'],
    [{ db: 'shop', sql: '-- nothing' }, 'sql must be one SQL statement'],
    [{ db: 'shop', sql: 'SELECT 1; DELETE FROM orders' }, 'a second statement (DELETE)'],
    [{ db: 'shop', sql: 'BEGIN' }, 'sql is BEGIN: each call is a transaction of its own'],
    [{ db: 'shop', sql: "ATTACH 'x.db' AS x" }, 'only registered databases can be reached'],
    [{ db: 'shop', sql: 'SELECT ?', params: 'x' }, 'params must be a list or an object, not text'],
    [{ db: 'shop', sql: 'SELECT ?', params: [[1]] }, 'params value 1 must be text, a number'],
    [{ db: 'shop', sql: 'SELECT 1', path: '/etc' }, 'unknown argument `path`'],
  ])('is refused by name: %j', async (args, words) => {
    const { client, rows } = await sqlCore(workers);
    const connected = await client('2025');
    const refused = await ask(connected, 'sql_execute', args);
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(rows()).toMatchObject([{ success: 0, error_kind: 'invalid', tool_name: 'sql.execute' }]);
    if (!('path' in args)) {
      expect((await ask(connected, 'sql_query', args)).text).toContain(words);
    }
  });

  it('that fails leaves SQLite’s words without the values of the call', async () => {
    const { client, rows } = await sqlCore(workers);
    const connected = await client('2025');
    const args = {
      db: 'shop',
      sql: 'INSERT INTO orders (what) VALUES (?)',
      params: ['plums'],
    };
    const failed = await ask(connected, 'sql_execute', args);
    expect(failed).toMatchObject({
      isError: true,
      text: 'sql.execute failed: UNIQUE constraint failed: orders.what',
    });
    await expect
      .poll(() => rows())
      .toMatchObject([
        { error_kind: 'tool', error_message: 'UNIQUE constraint failed: orders.what' },
      ]);
    await ask(connected, 'sql_execute', {
      db: 'shop',
      sql: 'CREATE VIRTUAL TABLE f USING fts5(t)',
    });
    const sql = 'DELETE FROM f WHERE f MATCH ?';
    for (const secret of ['"SENTINEL', 'SENTINEL:x', 'SE"(', 'pw:1']) {
      await ask(connected, 'sql_execute', { db: 'shop', sql, params: [secret] });
    }
    await expect.poll(() => rows().every(({ finished_ms }) => finished_ms !== null)).toBe(true);
    expect(JSON.stringify(rows())).not.toMatch(/SENTINEL|SE"|pw/);
  });

  it('keeps 4,096 characters of its statement in the row', async () => {
    const { client, rows } = await sqlCore(workers);
    const sql = `UPDATE orders SET n = 1 -- ${'x'.repeat(9000)}`;
    await ask(await client('2025'), 'sql_execute', { db: 'shop', sql });
    const summary = JSON.parse(rows()[0]?.args_summary ?? '') as { sql: string };
    expect(summary.sql).toBe(sql.slice(0, 4096));
  });

  it('to a database that is registered as read-only changes nothing: the engine says so', async () => {
    const { core, client, rows } = await testCore({ workerFolder: workers.folder });
    const path = join(tempHome(), 'shop.db');
    makeShop(path);
    await core.requests['databases:add']?.({ name: 'shop', path, read_only: true });
    const connected = await client('2025');
    const { text } = await ask(connected, 'sql_execute', { db: 'shop', sql: 'DELETE FROM orders' });
    expect(text).toContain('attempt to write a readonly database');
    await expect.poll(() => rows()).toMatchObject([{ success: 0, error_kind: 'tool' }]);
    const check = await ask(connected, 'sql_integrity_check', { db: 'shop' });
    expect(check.answer).toMatchObject({ ok: true });
  });

  it('describes tables with columns, keys and indexes', async () => {
    const { client } = await sqlCore(workers);
    const connected = await client('2025');
    await ask(connected, 'sql_execute', {
      db: 'shop',
      sql: 'CREATE TABLE lines (order_id INTEGER NOT NULL REFERENCES orders (id), amount REAL DEFAULT 1)',
    });
    const { answer } = await ask(connected, 'sql_describe_database', {
      db: 'shop',
      table: 'lines',
    });
    expect(answer).toEqual({
      tables: [
        {
          name: 'lines',
          kind: 'table',
          columns: [
            { name: 'order_id', type: 'INTEGER', not_null: true },
            { name: 'amount', type: 'REAL', default: '1' },
          ],
          foreign_keys: [{ column: 'order_id', table: 'orders', to: 'id' }],
          indexes: [],
          sql: expect.stringContaining('CREATE TABLE lines'),
        },
      ],
      truncated: false,
    });
    const all = await ask(connected, 'sql_describe_database', { db: 'shop' });
    expect(all.answer).toMatchObject({ tables: [{ name: 'lines' }, { name: 'orders' }] });
    const none = await ask(connected, 'sql_describe_database', { db: 'shop', table: 'x' });
    expect(none).toMatchObject({ isError: true, text: expect.stringContaining('no such table') });
  });
});
