import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { createAuditLog } from './audit-log.ts';

function setUp() {
  const { write, read, home } = testLedger();
  const problems: unknown[] = [];
  const onError = (error: unknown) => problems.push(error);
  const log = createAuditLog({ home, read, warn: onError, onError });
  const store = (client_info = 'mcp:test') => {
    const id = insertRow(write, { client_info, timestamp_ms: 5 });
    const rest = {
      timestamp_ms: 5,
      client_info,
      client_name: null,
      failed: false,
      effect: 'write' as const,
      client_id: 'home',
      pending: false,
    };
    return { ...rest, id, repeats_id: null, repeat_no: 1 };
  };
  const ids = (name: string): unknown[] =>
    readFileSync(join(home, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
  return { log, store, ids, home, problems };
}

it('writes a line for each committed row, and b04: keeps a relative path inside the home', async () => {
  const { log, store, ids, problems } = setUp();
  log.configure('audit.jsonl');
  log.committed([store(), store()]);
  log.committed([store()]);
  await log.close();
  expect(ids('audit.jsonl')).toEqual([1, 2, 3]);
  expect(problems).toEqual([]);
});

it('leaves out rows that were not announced', async () => {
  const { log, store, ids } = setUp();
  log.configure('audit.jsonl');
  const [first, , third] = [store(), store(), store()];
  log.committed([first, third]);
  await log.close();
  expect(ids('audit.jsonl')).toEqual([1, 3]);
});

it('changes files as the settings change, and loses nothing between them', async () => {
  const { log, store, ids, home } = setUp();
  log.committed([store()]);
  log.configure('one.jsonl');
  log.committed([store()]);
  log.configure('two.jsonl');
  log.committed([store()]);
  log.configure('  ');
  expect(log.state()).toBeNull();
  log.committed([store()]);
  await log.close();
  expect(ids('one.jsonl')).toEqual([2]);
  expect(ids('two.jsonl')).toEqual([3]);
  expect(existsSync(join(home, 'audit.jsonl'))).toBe(false);
});
