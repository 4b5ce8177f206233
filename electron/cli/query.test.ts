import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { testLedger } from '../testing/ledger.ts';
import { putConnections, putRows, rowWith } from '../testing/rows.ts';
import { jsonRows, runCli } from '../testing/run-cli.ts';

/** A home with these rows; ids from 1 are given in their order. */
function homeWith(...rows: readonly Partial<LedgerRow>[]): string {
  const ledger = testLedger();
  putRows(
    ledger.write,
    rows.map((row, n) => rowWith({ id: n + 1, ...row })),
  );
  ledger.close();
  return ledger.home;
}

const failed = { success: 0, error_kind: 'tool', error_message: 'disk full' } as const;
const home = () =>
  homeWith(
    { client_info: 'mcp:claude-ai', client_name: 'claude-ai', namespace: 'notes' },
    { client_info: 'mcp:zed-nightly', client_name: 'Zed: Nightly', ...failed },
    { client_info: 'mcp:claude-ai', client_name: 'claude-ai', ...failed },
    { client_info: 'mcp:cursor', client_name: 'cursor', tool_name: 'tree.tag' },
    { client_info: 'mcp:claude-code', client_name: 'claude-code', finished_ms: null, success: 0 },
  );

const listed = async (folder: string, ...args: string[]) => {
  const run = await runCli(['list', '--json', '--home', folder, ...args]);
  expect(run.stderr).toBe('');
  expect(run.code).toBe(0);
  return jsonRows(run).map((row) => row.id);
};

describe('--query', () => {
  it('lists what the same text finds in the window, newest first', async () => {
    const folder = home();
    expect(await listed(folder, '--query', 'client:claude')).toEqual([5, 3, 1]);
    expect(await listed(folder, '--query', 'client:claude -is:not-succeeded')).toEqual([1]);
    expect(await listed(folder, '--query', 'is:failed "disk full"')).toEqual([3, 2]);
    expect(await listed(folder, '--query', '-tool:memory.store')).toEqual([4]);
    expect(await listed(folder, '--query', 'time:today ns:notes')).toEqual([]);
    expect(await listed(folder, '--query', '')).toEqual([5, 4, 3, 2, 1]);
  });

  it('knows a client by the name that the ledger has for it', async () => {
    expect(await listed(home(), '--query', 'client:"zed: nightly"')).toEqual([2]);
  });

  it('knows a connection by its name, and what only read', async () => {
    const ledger = testLedger();
    putConnections(ledger.write);
    putRows(ledger.write, [
      rowWith({ id: 1, client_id: 'c-00000000000000aa' }),
      rowWith({ id: 2, effect: 'read' }),
      rowWith({ id: 3, client_id: 'c-00000000000000aa', effect: 'read' }),
      rowWith({ id: 4, client_id: null }),
    ]);
    ledger.close();
    const folder = ledger.home;
    expect(await listed(folder, '--query', 'connection:"work laptop"')).toEqual([3, 1]);
    expect(await listed(folder, '--query', 'connection:c-00000000000000aa is:read')).toEqual([3]);
    expect(await listed(folder, '--query', '-connection:"This computer" is:write')).toEqual([4, 1]);
    expect(await listed(folder, '--query', 'connection:nobody')).toEqual([]);
  });

  it('goes with a limit, an offset and the other options', async () => {
    const folder = home();
    expect(await listed(folder, '--query', 'client:claude', '--limit', '1')).toEqual([5]);
    expect(await listed(folder, '--query', 'client:claude', '--offset', '1')).toEqual([3, 1]);
    expect(await listed(folder, '--query', 'client:claude', '--offset', '9')).toEqual([]);
    const options = ['--success-only', 'false', '--until', '1780000000005'];
    expect(await listed(folder, '--query', 'client:claude', ...options)).toEqual([3]);
  });

  it('pages through more rows than one page holds', async () => {
    const folder = homeWith(...Array.from({ length: 1203 }, () => ({})));
    const ids = await listed(folder, '--query', 'tool:memory.store', '--offset', '1000');
    expect(ids).toEqual(Array.from({ length: 50 }, (_, n) => 203 - n));
  });

  it('exports the same rows', async () => {
    const folder = home();
    const file = join(folder, 'out.jsonl');
    const args = [
      'export',
      '--home',
      folder,
      '--jsonl',
      file,
      '--query',
      'client:claude is:failed',
    ];
    const run = await runCli(args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as LedgerRow).id)).toEqual([3]);
  });

  it.each([
    ['toll:x', 'At character 1: There is no key “toll”. Did you mean tool: ?'],
    ['is:failed -draft', 'At character 11: Free text cannot be hidden.'],
    ['ns:"open', 'At character 1: The quote is not closed.'],
    ['since:1774220400', 'This looks like seconds; times are in milliseconds.'],
  ])('refuses %s as wrong usage, and says where and why on one line', async (query, words) => {
    const run = await runCli(['list', '--home', home(), '--query', query]);
    expect(run.code).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toContain(words);
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  it('refuses what a query and an option both say', async () => {
    const twice = ['--query', 'client:cursor since:7d', '--client', 'mcp:cursor'];
    const run = await runCli(['list', '--home', home(), ...twice]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('The query and an option both say the client: say it once.');
  });
});
