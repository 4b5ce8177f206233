import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { onTestFinished } from 'vitest';

const holder = `
  const Database = require(process.argv[1]);
  const db = new Database(process.argv[2]);
  if (process.argv[3] === 'alone') {
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (a); COMMIT');
  }
  if (process.argv[3] === 'reading') {
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM mcp_writes').get();
  } else {
    db.exec('BEGIN IMMEDIATE');
  }
  console.log('held');
  setInterval(() => {}, 1000);
`;

/**
 * Another process holds this database until `release` (case c02). `alone`: it keeps readers away as well,
 * which it can only begin while nobody else has the file open.
 */
export async function holdLedger(
  database: string,
  how: 'alone' | 'writing' | 'reading',
): Promise<{ release(): Promise<void> }> {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const child = spawn(process.execPath, ['-e', holder, sqlite, database, how], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const [first] = await Promise.race([once(child.stdout, 'data'), gone]);
  if (!String(first).includes('held')) throw new Error('the ledger could not be held');
  return {
    async release() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
