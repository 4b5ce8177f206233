import { openLedger } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';

/** Runs SQL on a home's ledger as another process would, beside a running core. */
export function runSql(home: string, ...statements: readonly string[]): void {
  const ledger = openLedger(homePaths(home));
  try {
    for (const sql of statements) ledger.write?.run(sql);
  } finally {
    ledger.close();
  }
}

/** Holds the write lock of a home's ledger as another process would, until `release` (case c02). */
export function holdLock(home: string): { readonly release: () => void } {
  const ledger = openLedger(homePaths(home));
  ledger.write?.run('BEGIN IMMEDIATE');
  return {
    release() {
      ledger.write?.run('ROLLBACK');
      ledger.close();
    },
  };
}

/** Triggers that make every write tool throw for content that says "boom". */
export const throwingTools = [
  ['memory_versions', 'content'],
  ['memory_notes', 'text'],
  ['memory_tag_changes', 'asked'],
].map(
  ([table, column]) => `CREATE TRIGGER boom_${table} BEFORE INSERT ON ${table}
    WHEN NEW.${column} LIKE '%boom%' BEGIN SELECT RAISE(ABORT, 'a tool that throws'); END`,
);
