import { closeSync, openSync, readSync } from 'node:fs';
import { ledgerColumns } from '../../shared/ledger.ts';
import { connectReader, ReadConnection } from './connection.ts';

/** Another program's `mcp_writes`, read only. */
export interface ForeignLedger {
  /** Rows with an id above `after`, in order of id; those of our columns that the table has. */
  rows(after: number, limit: number): readonly Readonly<Record<string, unknown>>[];
  count(): number;
  close(): void;
}

const eightColumns = ledgerColumns.slice(0, 8);

/** True where a file begins as SQLite's do, whatever its name says. @throws where it cannot be read */
export function isDatabase(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(16);
    readSync(descriptor, head, 0, head.length, 0);
    return head.toString('latin1') === 'SQLite format 3\0';
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a database with a table `mcp_writes`. @throws Error that says what is missing */
export function openForeignLedger(file: string): ForeignLedger {
  const database = connectReader(file);
  try {
    // A file from elsewhere must not run anything of its own when it is read.
    database.pragma('trusted_schema = OFF');
    const db = new ReadConnection(database);
    const isTable = db.get(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mcp_writes'",
    );
    if (isTable === undefined) throw new Error('it has no table mcp_writes');
    const found = new Set(
      db
        .all<{ name: string }>("SELECT name FROM pragma_table_info('mcp_writes')")
        .map((column) => column.name),
    );
    const missing = eightColumns.filter((column) => !found.has(column));
    if (missing.length > 0) throw new Error(`its table mcp_writes has no ${missing.join(', ')}`);
    const columns = ledgerColumns.filter((column) => found.has(column)).join(', ');
    return {
      rows: (after, limit) =>
        db.all(`SELECT ${columns} FROM mcp_writes WHERE id > ? ORDER BY id LIMIT ?`, [
          after,
          limit,
        ]),
      count: () => db.get<{ n: number }>('SELECT count(*) AS n FROM mcp_writes')?.n ?? 0,
      close: () => db.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
