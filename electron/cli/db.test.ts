import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectWriter } from '../db/connection.ts';
import { dbErrorKind } from '../db/errors.ts';
import { rowsOf, startServe, stdioClient } from '../testing/cli-process.ts';
import { runCli } from '../testing/run-cli.ts';
import { makeShop } from '../testing/sql-core.ts';
import { tempHome } from '../testing/temp-home.ts';

function shopIn(folder: string): string {
  const path = join(folder, 'shop.db');
  makeShop(path);
  return path;
}

/** Whether somebody is writing to a file. */
function isLocked(path: string): boolean {
  const database = connectWriter(path);
  try {
    database.pragma('busy_timeout = 0');
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if (dbErrorKind(error) === 'busy') return true;
    throw error;
  } finally {
    database.close();
  }
}

describe('inkwatch db', () => {
  it('adds, lists and removes databases where no core runs', async () => {
    const [home, path] = [tempHome(), shopIn(tempHome())];
    const none = await runCli(['db', 'list', '--home', home]);
    expect(none.stdout).toContain('No database is registered');
    const added = await runCli(['db', 'add', 'shop', path, '--read-only', '--home', home]);
    expect(added).toMatchObject({ code: 0, stdout: `Agents can query ${path} as shop now.\n` });
    const list = await runCli(['db', 'list', '--json', '--home', home]);
    expect(JSON.parse(list.stdout)).toMatchObject({
      name: 'shop',
      path,
      read_only: true,
      file: 'present',
    });
    const again = await runCli(['db', 'add', 'shop', path, '--home', home]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('shop already') });
    expect(await runCli(['db', 'remove', 'shop', '--home', home])).toMatchObject({ code: 0 });
    const gone = await runCli(['db', 'remove', 'shop', '--home', home]);
    expect(gone).toMatchObject({ code: 1, stderr: 'inkwatch: There is no database shop.\n' });
  });

  it('takes effect in a running core at once, and the built program runs statements', async () => {
    const [home, path] = [tempHome(), shopIn(tempHome())];
    const log = join(tempHome(), 'audit.jsonl');
    await startServe(home, '--audit-log', log);
    const { client } = await stdioClient(home, '2025');
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).not.toContain('sql_query');
    await runCli(['db', 'add', 'shop', path, '--home', home]);
    expect(await names()).toContain('sql_query');
    const query = { db: 'shop', sql: 'SELECT count(*) FROM orders' };
    const read = await client.callTool({ name: 'sql_query', arguments: query });
    expect(read.structuredContent).toMatchObject({ rows: [[3]] });
    const sql = 'DELETE FROM orders WHERE id = 1';
    const args = { db: 'shop', sql, reason: 'it was sold' };
    const write = await client.callTool({ name: 'sql_execute', arguments: args });
    expect(write.structuredContent).toEqual({ changes: 1 });
    await expect
      .poll(() => readFileSync(log, 'utf8'))
      .toContain(`"tool":"sql.execute","server":"inkwatch","db":"shop","sql":"${sql}"`);
    await runCli(['db', 'remove', 'shop', '--home', home]);
    expect(await names()).not.toContain('sql_query');
  });

  it('a core that is killed takes its statements with it, and their rows stay unknown', async () => {
    const [home, path] = [tempHome(), shopIn(tempHome())];
    const core = await startServe(home);
    await runCli(['db', 'add', 'shop', path, '--home', home]);
    const { client } = await stdioClient(home, '2025', { args: ['--no-start'] });
    const count =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
    const args = { db: 'shop', sql: `UPDATE orders SET n = (${count})` };
    const call = client.callTool({ name: 'sql_execute', arguments: args });
    call.catch(() => undefined);
    await expect.poll(() => isLocked(path)).toBe(true);
    await core.end('SIGKILL');
    await expect.poll(() => isLocked(path), { timeout: 10_000 }).toBe(false);
    expect(rowsOf(home)).toMatchObject([{ tool_name: 'sql.execute', finished_ms: null }]);
    const again = await startServe(home);
    const other = await stdioClient(home, '2025');
    const sum = { db: 'shop', sql: 'SELECT sum(n) FROM orders' };
    const read = await other.client.callTool({ name: 'sql_query', arguments: sum });
    expect(read.structuredContent).toMatchObject({ rows: [[6]] });
    await again.end('SIGTERM');
  });

  it.each([
    ['the ledger itself', (home: string) => join(home, 'inkwatch.db'), 'Inkwatch’s own files'],
    ['its log', (home: string) => join(home, 'inkwatch.db-wal'), 'cannot be registered'],
    [
      'a way around',
      (home: string) => `${home}/../${home.split('/').at(-1)}/core.lock`,
      'own files',
    ],
    [
      'a link to it',
      (home: string) => {
        const link = join(tempHome(), 'link.db');
        symlinkSync(join(home, 'inkwatch.db'), link);
        return link;
      },
      'own files',
    ],
    ['a folder', () => tempHome(), 'no regular file'],
    ['nothing', () => join(tempHome(), 'none.db'), 'There is no file'],
    [
      'a text',
      () => {
        const file = join(tempHome(), 'a.txt');
        writeFileSync(file, 'not a database, but long enough for its header');
        return file;
      },
      'no SQLite database',
    ],
  ])('refuses %s', async (_what, pathIn, words) => {
    const home = join(tempHome(), 'home');
    mkdirSync(home);
    await startServe(home);
    const run = await runCli(['db', 'add', 'own', pathIn(home), '--home', home]);
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(words) });
    expect((await runCli(['db', 'list', '--json', '--home', home])).stdout).toBe('');
  });

  it.each([
    [['db', 'add', 'a b', '/x'], 'A name must be 1 to 64 of A-Z a-z 0-9 _ -'],
    [['db', 'add', 'a'], "missing required argument 'path'"],
  ])('says in one line what is wrong with %j', async (args, words) => {
    const run = await runCli([...args, '--home', tempHome()]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(words);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });
});
