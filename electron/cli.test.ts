import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledgerColumns } from '../shared/ledger.ts';
import { homePaths } from './home/paths.ts';
import { cli, startServe } from './testing/cli-process.ts';
import { call, testCore } from './testing/core.ts';
import { jsonRows, runCli } from './testing/run-cli.ts';
import { runSql } from './testing/side-door.ts';
import { tempHome } from './testing/temp-home.ts';

/** A home with eight rows: six stored, one refused, one by another client. The core runs on. */
async function filledHome() {
  const made = await testCore();
  const headers = await made.session('claude-code', '2.1');
  for (let id = 1; id <= 6; id += 1) {
    const args = { title: `plan ${id}`, content: 'c', namespace: 'notes', reason: '=why()' };
    await made.post(call(id, 'memory_store', args), headers);
  }
  await made.post(call(7, 'memory_store', { title: '' }), headers);
  const other = await made.session('Zed', '1');
  await made.post(call(1, 'memory_store', { title: 'zed', content: 'c' }), other);
  return made;
}

describe('inkwatch serve', () => {
  it('prints one JSON line when ready, serves, and ends with 0 on SIGTERM', async () => {
    const home = tempHome();
    const child = spawn(process.execPath, [cli, 'serve', '--home', home, '--port', '0']);
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => {
      stderr += text.toString();
    });
    await expect.poll(() => stdout, { timeout: 10_000 }).toMatch(/\n$/);
    const ready = JSON.parse(stdout) as Record<string, unknown>;
    expect(Object.keys(ready)).toEqual(['url', 'home', 'pid']);
    expect(ready).toMatchObject({ home, pid: child.pid });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);

    const { token } = JSON.parse(readFileSync(homePaths(home).endpoint, 'utf8')) as {
      token: string;
    };
    const stream = await fetch(String(ready.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }),
    });
    const session = stream.headers.get('mcp-session-id') ?? '';
    const open = await fetch(String(ready.url), {
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'mcp-session-id': session,
      },
    });
    expect(open.status).toBe(200);

    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    expect(existsSync(homePaths(home).endpoint)).toBe(false);
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain(token);
  });

  it('refuses a home that another process serves: one line, exit code 1', async () => {
    const home = tempHome();
    const { pid } = await startServe(home);
    const second = await runCli(['serve', '--home', home, '--port', '0']);
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain(`process ${pid}`);
    expect(second.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('refuses a port that is taken', async () => {
    const { url } = await startServe(tempHome());
    const { port } = new URL(url);
    const second = await runCli(['serve', '--home', tempHome(), '--port', port]);
    expect(second.code).toBe(1);
    expect(second.stderr).toContain(`Port ${port} is already in use`);
  });
});

describe('inkwatch serve, given a body far above the limit', () => {
  const status = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
  /** Most memory the process ever had, in kB. */
  const peak = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(status(pid))?.[1]);

  it.runIf(process.platform === 'linux')('keeps its memory flat (case a14)', async () => {
    const home = tempHome();
    const { pid, url } = await startServe(home);
    const { token } = JSON.parse(readFileSync(homePaths(home).endpoint, 'utf8')) as {
      token: string;
    };
    const send = async (bytes: number) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.alloc(bytes, 'x'),
      });
      await response.text();
      return response.status;
    };
    expect(await send(3_000_000)).toBe(400);
    const before = peak(pid);
    expect(await send(60_000_000)).toBe(413);
    expect(peak(pid) - before).toBeLessThan(30_000);
  });
});

describe('inkwatch list', () => {
  it("prints the ledger's columns, newest first, while a core runs and after it", async () => {
    const { core } = await filledHome();
    const running = await runCli(['list', '--home', core.home, '--json']);
    expect(running).toMatchObject({ code: 0, stderr: '' });
    const rows = jsonRows(running);
    expect(rows).toHaveLength(8);
    for (const row of rows) expect(Object.keys(row)).toEqual([...ledgerColumns]);
    expect(rows.map((row) => row.id)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    await core.close();
    expect((await runCli(['list', '--json'], { INKWATCH_HOME: core.home })).stdout).toBe(
      running.stdout,
    );
  });

  it('filters as mcp_audit_list does', async () => {
    const { core, rows } = await filledHome();
    const ids = async (...args: string[]) =>
      jsonRows(await runCli(['list', '--home', core.home, '--json', ...args])).map((row) => row.id);
    expect(await ids('--limit', '2')).toEqual([8, 7]);
    expect(await ids('--limit', '2', '--offset', '3')).toEqual([5, 4]);
    expect(await ids('--client', 'mcp:zed')).toEqual([8]);
    expect(await ids('--client', 'mcp:claude')).toEqual([]);
    expect(await ids('--success-only', 'false')).toEqual([7]);
    expect(await ids('--success-only', 'true')).toHaveLength(7);
    expect(await ids('--tool', 'memory.store', '--client', 'mcp:claude-code')).toHaveLength(7);
    expect(await ids('--tool', 'tree.tag')).toEqual([]);
    expect(await ids('--since', '5m')).toHaveLength(8);
    expect(await ids('--until', '5m')).toEqual([]);
    const third = rows().find((row) => row.id === 3)?.timestamp_ms ?? 0;
    const since = await ids('--since', String(third));
    expect(since).toContain(3);
    expect(await ids('--until', new Date(third).toISOString())).not.toContain(3);
  });

  it('prints a table for people', async () => {
    const { core } = await filledHome();
    const { stdout } = await runCli(['list', '--home', core.home, '--limit', '1']);
    expect(stdout).toMatch(/^ID .*\n8 .*Zed.*memory\.store.*succeeded.*stored “zed” in mcp\n$/);
  });

  it.each([
    [['--limit', '0']],
    [['--limit', '501']],
    [['--since', 'soon']],
    [['--success-only', 'maybe']],
    [['--no-such-option']],
    [['extra']],
  ])('%j is wrong usage: one line on stderr, exit code 2', async (args) => {
    const run = await runCli(['list', '--home', tempHome(), ...args]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
    expect(run.stderr).not.toMatch(/\bat .+:\d+/);
  });

  it.each([
    ['a home without a ledger', () => {}],
    ['a ledger that is none', (home: string) => writeFileSync(join(home, 'inkwatch.db'), 'text')],
  ])('%s is one line on stderr and exit code 1', async (_name, prepare) => {
    const home = tempHome();
    prepare(home);
    for (const command of ['list', 'verify', 'tail']) {
      const run = await runCli([command, '--home', home]);
      expect(run).toMatchObject({ code: 1, stdout: '' });
      expect(run.stderr.trim().split('\n')).toHaveLength(1);
      expect(run.stderr).not.toMatch(/\bat .+:\d+/);
    }
  });
});

describe('inkwatch', () => {
  it.each([
    [['--help'], 0],
    [['--version'], 0],
    [[], 2],
    [['no-such-command'], 2],
  ])('%j ends with %i', async (args, code) => {
    expect((await runCli(args)).code).toBe(code);
  });
});

describe('inkwatch export', () => {
  it('writes the filtered rows as CSV that is safe in a spreadsheet', async () => {
    const { core, rows } = await filledHome();
    const file = join(core.home, 'out.csv');
    const args = ['export', '--home', core.home, '--csv', file, '--client', 'mcp:claude-code'];
    const run = await runCli(args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toBe(`7 rows written to ${file}\n`);
    const text = readFileSync(file, 'utf8');
    expect(text.startsWith('\ufeff')).toBe(true);
    const records = parse(text, { bom: true, columns: true }) as Record<string, string>[];
    expect(records).toHaveLength(7);
    const expected = rows({ client_filter: 'mcp:claude-code' }).map((row) => String(row.id));
    expect(new Set(records.map((record) => record.id))).toEqual(new Set(expected));
    expect(records.find((record) => record.id === '1')?.reason).toBe("'=why()");
  });

  it('writes to standard output, without a mark, and leaves nothing behind', async () => {
    const { core } = await filledHome();
    const out = await runCli(['export', '--home', core.home, '--csv', '-', '--no-bom', '--utc']);
    expect(out.code).toBe(0);
    expect(out.stdout.startsWith('id,')).toBe(true);
    const lines = await runCli(['export', '--home', core.home, '--jsonl', '-']);
    expect(jsonRows(lines)).toHaveLength(8);
    expect(jsonRows(lines)[0]).toMatchObject({ tool_name: 'memory.store' });
    expect(readdirSync(core.home).filter((name) => /export|tmp/.test(name))).toEqual([]);
  });

  it.each([[[]], [['--csv', 'a', '--jsonl', 'b']]])('%j is wrong usage', async (args) => {
    const run = await runCli(['export', '--home', tempHome(), ...args]);
    expect(run.code).toBe(2);
  });

  it('says where it cannot write, and leaves no half file', async () => {
    const { core } = await filledHome();
    const file = join(core.home, 'no-such-folder', 'out.csv');
    const run = await runCli(['export', '--home', core.home, '--csv', file]);
    expect(run.code).toBe(1);
    expect(run.stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('inkwatch tail', () => {
  it('prints the last rows, oldest first, and follows those that come', async () => {
    const { core, post, session } = await filledHome();
    const child = spawn(process.execPath, [
      ...[cli, 'tail', '--home', core.home],
      ...['-n', '3', '--follow', '--json'],
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let stdout = '';
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString();
    });
    const ids = () =>
      stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { id: number }).id);
    await expect.poll(ids, { timeout: 10_000 }).toEqual([6, 7, 8]);
    const args = { title: 'later', content: 'c' };
    await post(call(1, 'memory_store', args), await session());
    await expect.poll(ids, { timeout: 10_000 }).toEqual([6, 7, 8, 9]);
  });
});

describe('inkwatch verify', () => {
  it('says that the chain is whole, and where it was broken', async () => {
    const { core } = await filledHome();
    await core.close();
    const whole = await runCli(['verify', '--home', core.home]);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain('8 rows');
    runSql(core.home, "UPDATE mcp_writes SET reason = 'another' WHERE id = 4");
    const broken = await runCli(['verify', '--home', core.home]);
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('row 4');
  });
});
