import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  rowsOf,
  type ServeProcess,
  startServe,
  stdioClient,
  store,
} from '../testing/cli-process.ts';
import { runCli } from '../testing/run-cli.ts';
import { tempHome } from '../testing/temp-home.ts';

const linesOf = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A home with three writes, one of them refused, and the audit log that was written meanwhile. */
async function written(): Promise<{ home: string; log: string; core: ServeProcess }> {
  const home = tempHome();
  const log = join(tempHome(), 'audit.jsonl');
  const core = await startServe(home, '--audit-log', log);
  const { client, close } = await stdioClient(home, '2025', { name: 'Zed: Nightly', version: '3' });
  await store(client, 'SENTINEL-title');
  await client.callTool({ name: 'memory_store', arguments: { title: 'x' } });
  const args = { title: 'with a reason', content: 'SENTINEL-content', reason: 'it was asked for' };
  await client.callTool({ name: 'memory_store', arguments: args });
  await close();
  return { home, log, core };
}

describe('the audit log', () => {
  it('has a line per write, in the shape other tools know, and no content', async () => {
    const { home, log, core } = await written();
    await core.end('SIGTERM');
    const lines = linesOf(log);
    expect(lines.map(({ id, ok }) => ({ id, ok }))).toEqual([
      { id: 1, ok: true },
      { id: 2, ok: false },
      { id: 3, ok: true },
    ]);
    expect(lines[2]).toEqual({
      schema_version: 1,
      ts_unix: Number(lines[2]?.timestamp_ms) / 1000,
      timestamp_ms: rowsOf(home)[2]?.timestamp_ms,
      id: 3,
      tool: 'memory.store',
      server: 'inkwatch',
      db: null,
      sql: null,
      reason: 'it was asked for',
      client: { name: 'Zed: Nightly', version: '3' },
      client_info: 'mcp:zed-nightly',
      session_id: rowsOf(home)[2]?.session_id,
      ok: true,
      error: null,
      elapsed_ms: rowsOf(home)[2]?.elapsed_ms,
    });
    expect(readFileSync(log, 'utf8')).not.toContain('SENTINEL');
  });

  it('is turned on by the settings too', async () => {
    const home = tempHome();
    writeFileSync(join(home, 'settings.json'), JSON.stringify({ auditLog: 'log.jsonl', port: 0 }));
    const core = await startServe(home);
    const { client, close } = await stdioClient(home, '2026');
    await store(client, 'a');
    await close();
    await core.end('SIGTERM');
    expect(linesOf(join(home, 'log.jsonl'))).toMatchObject([{ id: 1, tool: 'memory.store' }]);
  });
});

describe('inkwatch import', () => {
  it('brings an audit log into another home, once, and nothing into its own', async () => {
    const { home, log, core } = await written();
    await core.end('SIGTERM');
    const other = tempHome();
    const first = await runCli(['import', log, '--home', other, '--json']);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const nothing = { read: 3, added: 0, present: 3, rejected: 0, rejected_file: null };
    expect(JSON.parse(first.stdout)).toEqual({ ...nothing, added: 3, present: 0 });
    for (const target of [other, home]) {
      const again = await runCli(['import', log, '--home', target, '--json']);
      expect(JSON.parse(again.stdout)).toEqual(nothing);
    }
    const database = await runCli(['import', join(home, 'inkwatch.db'), '--home', tempHome()]);
    expect(database.stdout).toBe('Imported 3 writes.\n');
    const kept = ({
      timestamp_ms,
      client_info,
      tool_name,
      success,
      reason,
    }: (typeof rows)[number]) => [timestamp_ms, client_info, tool_name, success, reason];
    const rows = rowsOf(home);
    expect(rowsOf(other).map(kept)).toEqual(rows.map(kept));
    expect(rowsOf(other).every(({ transport }) => transport === 'import')).toBe(true);
  });

  it('joins the hash chain', async () => {
    const { home, log, core } = await written();
    await core.end('SIGTERM');
    const other = tempHome();
    await runCli(['import', log, '--home', other]);
    // The same writes from another file, which says more about them.
    const again = await runCli(['import', join(home, 'inkwatch.db'), '--home', other]);
    expect(again.stdout).toBe('Imported 0 writes. 3 writes had been there already.\n');
    const verdict = await runCli(['verify', '--json', '--home', other]);
    expect(verdict.code).toBe(0);
    expect(JSON.parse(verdict.stdout)).toMatchObject({ kind: 'whole', unchained: 0 });
  });

  it('b03: puts lines that are no writes aside, with a count', async () => {
    const folder = tempHome();
    const file = join(folder, 'old log.jsonl');
    writeFileSync(file, '{"ts_unix":1,"tool":"t","ok":true}\nnonsense\u001b[2J\n[1]\n');
    const run = await runCli(['import', file, '--home', join(folder, 'home')]);
    const aside = `${file}.rejected.jsonl`;
    expect(run.stdout).toBe(`Imported 1 write. 2 records are no write: kept in ${aside}.\n`);
    expect(run.stderr).toContain('record 2 is no write');
    expect(run.stderr).not.toContain('\u001b');
    expect(readFileSync(aside, 'utf8')).toBe('nonsense\u001b[2J\n[1]\n');
    const elsewhere = join(folder, 'aside');
    await runCli(['import', file, '--home', join(folder, 'home'), '--rejected', elsewhere]);
    expect(existsSync(elsewhere)).toBe(true);
  });

  it('refuses while a core serves the home, and names its process', async () => {
    const { home, log, core } = await written();
    const run = await runCli(['import', log, '--home', home]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(`process ${core.pid}`);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(rowsOf(home)).toHaveLength(3);
  });

  it.each([
    [['import'], 2, 'missing required argument'],
    [['import', '/nowhere/log.jsonl'], 1, 'There is no file /nowhere/log.jsonl.'],
    [['import', '/'], 1, '/ is no file.'],
  ])('says in one line what is wrong with %j', async (args, code, words) => {
    const run = await runCli([...args, '--home', tempHome()]);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(words);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });
});
