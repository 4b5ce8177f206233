import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startServe, stdioClient } from '../testing/cli-process.ts';
import { runCli } from '../testing/run-cli.ts';
import { makeShop } from '../testing/sql-core.ts';
import { tempHome } from '../testing/temp-home.ts';

function shopIn(folder: string): string {
  const path = join(folder, 'shop.db');
  makeShop(path);
  return path;
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
