import { onTestFinished } from 'vitest';
import type { WriteHandle } from '../db/handles.ts';
import { type OpenLedger, openLedger } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import { tempHome } from './temp-home.ts';

/** A real ledger in a folder of its own, open for one test. */
export interface TestLedger extends OpenLedger {
  readonly write: WriteHandle;
  readonly home: string;
  readonly database: string;
}

export function testLedger(home = tempHome()): TestLedger {
  const files = homePaths(home);
  const ledger = openLedger(files);
  if (ledger.write === null) throw new Error('the ledger of a test must be writable');
  let open = true;
  const close = () => {
    if (open) ledger.close();
    open = false;
  };
  onTestFinished(close);
  return { ...ledger, write: ledger.write, home, database: files.database, close };
}

/** Puts a row into the ledger the short way; absent columns take the schema's defaults. */
export function insertRow(
  db: WriteHandle,
  row: Readonly<Record<string, string | number | null>>,
): number {
  const whole = {
    timestamp_ms: 0,
    client_info: 'mcp:test',
    tool_name: 'memory.store',
    success: 1,
    finished_ms: 0,
    ...row,
  };
  const names = Object.keys(whole);
  return db.run(
    `INSERT INTO mcp_writes (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    Object.values(whole),
  ).lastId;
}
