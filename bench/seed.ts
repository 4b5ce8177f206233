import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rowHash } from '../electron/audit/row-hash.ts';
import { packAll } from '../electron/db/columns/pack.ts';
import { connectWriter, WriteConnection } from '../electron/db/connection.ts';
import type { WriteHandle } from '../electron/db/handles.ts';
import { migrate } from '../electron/db/migrate.ts';
import { indexMemory, indexWrites } from '../electron/db/search-index.ts';
import { insertWrite, ledgerHead } from '../electron/db/writers/ledger.ts';
import { type MadeUpWrite, madeUpWrites } from './seed/made-up.ts';
import { startInkwatch } from './servers.ts';

// Straight into the tables, since a million calls would take half an hour. Only for measuring and for
// looking at: the rows are chained like real ones.

/** Rows per transaction: the log stays small. */
const batchRows = 20_000;

interface OpenBurst {
  readonly client: string;
  readonly name: string | null;
  readonly start: number;
  readonly first: number;
  failures: number;
  end: number;
  last: number;
}

function saveBurst(db: WriteHandle, burst: OpenBurst): void {
  const count = burst.last - burst.first + 1;
  db.run(
    `INSERT INTO bursts (client_info, client_name, start_ms, end_ms, count, peak, first_id, last_id,
        repeats, failures, seen_ms, notified)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, 'shown')`,
    [
      ...[burst.client, burst.name, burst.start, burst.end, count, Math.min(count, 60)],
      ...[burst.first, burst.last, burst.failures, burst.end],
    ],
  );
}

function saveDocument(db: WriteHandle, { row, document }: MadeUpWrite, writeId: number): void {
  if (document === null) return;
  const at = row.timestamp_ms;
  if (document.version === 1) {
    const key = createHash('sha256').update(`seeded ${document.id}`).digest().subarray(0, 16);
    db.run(
      `INSERT INTO memory_documents (id, suffix, title_key, namespace, title, version, tags, created_ms, updated_ms)
        VALUES (?, '5eed', ?, ?, ?, 1, '["plan","seed"]', ?, ?)`,
      [document.id, key, row.namespace ?? 'mcp', document.title, at, at],
    );
  } else {
    db.run('UPDATE memory_documents SET version = ?, updated_ms = ? WHERE id = ?', [
      document.version,
      at,
      document.id,
    ]);
  }
  db.run(
    `INSERT INTO memory_versions (document, version, created_ms, write_id, content) VALUES (?, ?, ?, ?, ?)`,
    [
      ...[document.id, document.version, at, writeId],
      `${document.title}: ${row.reason ?? 'kept for later'} (version ${document.version})`,
    ],
  );
}

function* inBatches<T>(values: Iterable<T>, size: number): Iterable<readonly T[]> {
  let batch: T[] = [];
  for (const value of values) {
    batch.push(value);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function fill(
  db: WriteHandle,
  writes: Iterable<MadeUpWrite>,
  onProgress: (rows: number) => void,
): void {
  const head = ledgerHead(db);
  let id = head.next_id - 1;
  let hash = head.row_hash ?? '';
  let burst: OpenBurst | null = null;
  for (const batch of inBatches(writes, batchRows)) {
    db.transaction(() => {
      for (const write of batch) {
        const { row, form } = write;
        id += 1;
        hash = rowHash(hash, { ...row, id }, form);
        insertWrite(db, { ...row, id, row_hash: hash }, form);
        saveDocument(db, write, id);
        if (burst !== null && (write.burst === null || write.burst === 1)) {
          saveBurst(db, burst);
          burst = null;
        }
        if (write.burst === null) continue;
        burst ??= {
          ...{ client: row.client_info, name: row.client_name, start: row.timestamp_ms, first: id },
          ...{ failures: 0, end: row.timestamp_ms, last: id },
        };
        burst.last = id;
        burst.end = row.timestamp_ms;
        burst.failures += 1 - row.success;
      }
    });
    onProgress(id);
  }
  if (burst !== null) db.transaction(() => saveBurst(db, burst as OpenBurst));
}

/** What a person looked at: some writes flagged, more of them reviewed. */
function mark(db: WriteHandle): void {
  db.run(
    `INSERT INTO write_marks (write_id, timestamp_ms, flagged, reviewed, changed_ms)
      SELECT id, timestamp_ms, id % 700 = 0, id % 50 = 0, timestamp_ms FROM mcp_writes
        WHERE id % 50 = 0`,
  );
}

/** Does what idle moments would do: else the program did it in the pauses of what is measured. */
function settle(db: WriteConnection): void {
  while (db.transaction(() => indexWrites(db, batchRows) + indexMemory(db, batchRows)) > 0);
  db.transaction(() => packAll(db));
  db.checkpoint('TRUNCATE');
}

/** Brings a home that was kept from an earlier run to what the program makes of it now. */
export function settleHome(home: string): void {
  const db = new WriteConnection(connectWriter(join(home, 'inkwatch.db')));
  try {
    migrate(db);
    settle(db);
  } finally {
    db.close();
  }
}

/** What a generated home holds: the same values make the same writes. */
export interface SeedOptions {
  readonly rows: number;
  /** The last write is right before it; milliseconds since 1970. */
  readonly end: number;
  readonly seed: number;
}

/** Fills a home with made-up writes, their documents and bursts, and every index that idle moments would fill. */
export const seedHome = async (
  home: string,
  { rows, end, seed }: SeedOptions,
  onProgress: (rows: number) => void = () => {},
): Promise<void> => {
  // The program makes its own tables; here they are only filled.
  await (await startInkwatch(home)).stop();
  const database = connectWriter(join(home, 'inkwatch.db'));
  // Random digests go all over an index: with it in memory a million rows take a minute instead of ten.
  database.pragma('cache_size = -400000');
  database.pragma('synchronous = OFF');
  const db = new WriteConnection(database);
  try {
    fill(db, madeUpWrites(rows, end, seed), onProgress);
    db.transaction(() => mark(db));
    settle(db);
  } finally {
    db.close();
  }
};
