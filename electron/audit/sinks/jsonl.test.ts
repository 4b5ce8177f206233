import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { createJsonlSink, type JsonlSinkOptions } from './jsonl.ts';

const base: LedgerRow = {
  id: 1,
  timestamp_ms: 1_764_590_400_123,
  client_info: 'mcp:claude-desktop',
  tool_name: 'memory.store',
  args_summary: '{"title":"t","namespace":"n","tag_count":0}',
  resulting_chunk_id: 'c',
  success: 1,
  error_message: null,
  server_name: 'inkwatch',
  client_name: 'Claude Desktop',
  client_version: '1.2',
  client_id: 'home',
  session_id: 's-1',
  session_kind: 'transport',
  turn_id: null,
  call_id: null,
  model: null,
  transport: 'http',
  protocol_version: '2025-11-25',
  namespace: 'n',
  reason: 'because',
  args_digest: 'd',
  error_kind: null,
  finished_ms: 1_764_590_400_130,
  elapsed_ms: 7,
  attempts: 1,
  repeats_id: null,
  repeat_no: 1,
  reverts_id: null,
  reverted_by_id: null,
  effect: 'write',
  row_hash: null,
};

const row = (id: number, other: Partial<LedgerRow> = {}): LedgerRow => ({ ...base, id, ...other });

function sink(path: string, options: Partial<JsonlSinkOptions> = {}) {
  const warnings: string[] = [];
  const made = createJsonlSink({ path, warn: (message) => warnings.push(message), ...options });
  return { ...made, warnings };
}

const lines = (path: string): Record<string, unknown>[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    // A file that was made just now may hold nothing yet.
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition never came true');
    await sleep(5);
  }
}

describe('the JSONL sink', () => {
  it('writes one line per write, in this very shape', async () => {
    const path = join(tempHome(), 'audit.jsonl');
    const log = sink(path);
    log.append([row(1)]);
    await log.close();
    expect(readFileSync(path, 'utf8')).toBe(
      '{"schema_version":1,"ts_unix":1764590400.123,"timestamp_ms":1764590400123,"id":1,"tool":"memory.store","server":"inkwatch","db":null,"sql":null,"reason":"because","client":{"name":"Claude Desktop","version":"1.2"},"client_info":"mcp:claude-desktop","session_id":"s-1","ok":true,"error":null,"elapsed_ms":7}\n',
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has three answers for the outcome, and the statement of the SQL family', async () => {
    const path = join(tempHome(), 'audit.jsonl');
    const log = sink(path);
    const failed = { success: 0, error_kind: 'tool', error_message: 'no\nway\u2028' } as const;
    log.append([
      row(1, failed),
      row(2, { success: 0, finished_ms: null, elapsed_ms: null }),
      row(3, { tool_name: 'sql.execute', args_summary: '{"db":"shop","sql":"DELETE FROM t"}' }),
      row(4, { args_summary: 'not json' }),
    ]);
    await log.close();
    expect(lines(path)).toMatchObject([
      { ok: false, error: 'no\nway\u2028' },
      { ok: null, elapsed_ms: null },
      { ok: true, db: 'shop', sql: 'DELETE FROM t' },
      { db: null, sql: null },
    ]);
  });

  it('b03: begins on a new line after a crash cut the last one', async () => {
    const path = join(tempHome(), 'audit.jsonl');
    writeFileSync(path, '{"id":1}\n{"id":2,"to');
    const log = sink(path);
    log.append([row(3)]);
    await log.close();
    const [first, cut, third] = readFileSync(path, 'utf8').split('\n');
    expect([first, cut]).toEqual(['{"id":1}', '{"id":2,"to']);
    expect(JSON.parse(third ?? '')).toMatchObject({ id: 3 });
  });

  it('steps aside when it is full, and keeps so many', async () => {
    const home = tempHome();
    const path = join(home, 'audit.jsonl');
    const log = sink(path, { maxBytes: 2000, keep: 3 });
    log.append(Array.from({ length: 60 }, (_, at) => row(at + 1)));
    await log.close();
    const names = ['audit.jsonl', 'audit.jsonl.1', 'audit.jsonl.2', 'audit.jsonl.3'];
    expect(readdirSync(home).toSorted()).toEqual(names);
    const ids = names.toReversed().flatMap((name) => lines(join(home, name)).map(({ id }) => id));
    // The newest, without a gap.
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => 61 - ids.length + at));
    for (const name of names) expect(statSync(join(home, name)).size).toBeLessThanOrEqual(2000);
  });

  it('follows the path when another program rotates the file', async () => {
    const path = join(tempHome(), 'audit.jsonl');
    const log = sink(path);
    log.append([row(1)]);
    await until(() => existsSync(path) && lines(path).length === 1);
    renameSync(path, `${path}.old`);
    log.append([row(2)]);
    await log.close();
    expect(lines(path)).toMatchObject([{ id: 2 }]);
  });

  it('warns once while it fails, counts what it had to drop, and recovers by itself', async () => {
    const folder = join(tempHome(), 'not there yet');
    const path = join(folder, 'audit.jsonl');
    const log = sink(path, {
      limits: { lines: 3, firstRetryMs: 10, longestRetryMs: 20 },
      now: () => 7,
    });
    log.append([row(1)]);
    await until(() => log.state().kind === 'failing');
    log.append([row(2), row(3), row(4), row(5)]);
    expect(log.state()).toMatchObject({ kind: 'failing', since_ms: 7, dropped: 2 });
    expect(log.state().why).toContain('ENOENT');
    mkdirSync(folder);
    await until(() => log.state().kind === 'ok');
    log.append([row(6)]);
    await log.close();
    expect(lines(path).map(({ id }) => id)).toEqual([1, 2, 3, 6]);
    expect(log.state()).toMatchObject({ since_ms: null, why: null, dropped: 2 });
    expect(log.warnings).toHaveLength(1);
  });

  it('never waits for what is no file', async () => {
    const path = tempHome();
    const log = sink(path, { limits: { closeMs: 200 } });
    log.append([row(1)]);
    await until(() => log.state().kind === 'failing');
    expect(log.state().why).toContain('is not a regular file');
    await log.close();
    expect(log.state().dropped).toBe(1);
  });

  it('c03: on a full disk cuts at most one line, and goes on where it stopped', async (context) => {
    const folder = tempHome();
    const mount = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    if (mount.status !== 0) context.skip('a small file system cannot be mounted here');
    onTestFinished(() => {
      spawnSync('/bin/umount', ['-l', folder]);
    });
    const path = join(folder, 'audit.jsonl');
    const filler = join(folder, 'filler');
    writeFileSync(filler, Buffer.alloc(900 * 1024));
    const log = sink(path, { limits: { firstRetryMs: 10, longestRetryMs: 10 } });
    log.append(Array.from({ length: 600 }, (_, at) => row(at + 1)));
    await until(() => log.state().kind === 'failing');
    expect(log.state().why).toContain('ENOSPC');
    rmSync(filler);
    await until(() => log.state().kind === 'ok');
    await log.close();
    const all = readFileSync(path, 'utf8').trimEnd().split('\n');
    const whole = all.filter((line) => line.endsWith('}'));
    expect(all.length - whole.length).toBeLessThanOrEqual(1);
    const ids = whole.map((line) => (JSON.parse(line) as { id: number }).id);
    expect(ids).toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
    expect(log.state().dropped).toBe(0);
  });
});
