import type { ReadHandle, WriteHandle } from './handles.ts';
import { eightColumns } from './migrations/001-eight-columns.ts';
import { wholeLedger } from './migrations/002-whole-ledger.ts';
import { memoryTree } from './migrations/003-memory-tree.ts';
import { storedBursts } from './migrations/004-stored-bursts.ts';
import { searchIndexes } from './migrations/005-search-indexes.ts';
import { connectionsAndLaterOutcomes } from './migrations/006-connections-and-later-outcomes.ts';
import { serversBehindTheGateway } from './migrations/007-servers-behind-the-gateway.ts';
import { viewsAndMarks } from './migrations/008-views-and-marks.ts';
import { burstsByConnection } from './migrations/009-bursts-by-connection.ts';
import { ledgerByColumn } from './migrations/010-ledger-by-column.ts';
import { shortTexts } from './migrations/011-short-texts.ts';
import { connectionsByColumn } from './migrations/012-connections-by-column.ts';

/** One step of the schema, in one transaction. See docs/adding-a-migration.md. */
export interface Migration {
  /** The schema's number once it ran. */
  readonly to: number;
  /** Why it is there, for the log. */
  readonly reason: string;
  up(db: WriteHandle): void;
}

/** In order; a released one never changes. */
export const migrations: readonly Migration[] = [
  eightColumns,
  wholeLedger,
  memoryTree,
  storedBursts,
  searchIndexes,
  connectionsAndLaterOutcomes,
  serversBehindTheGateway,
  viewsAndMarks,
  burstsByConnection,
  ledgerByColumn,
  shortTexts,
  connectionsByColumn,
];

/** The newest schema that this program knows. */
export const newestSchema = migrations.length;

export function schemaOf(db: ReadHandle): number {
  return db.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}

/** Brings the file from the schema it has to `upTo`, a transaction per step. */
export function migrate(db: WriteHandle, upTo = newestSchema): void {
  for (const migration of migrations) {
    if (migration.to > upTo || migration.to <= schemaOf(db)) continue;
    db.transaction(() => {
      migration.up(db);
      db.run(`PRAGMA user_version = ${migration.to}`);
    });
  }
}
