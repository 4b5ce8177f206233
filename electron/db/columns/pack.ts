import { type OutcomeEvidence, shownOutcomeOf } from '../../../shared/outcome.ts';
import type { WriteHandle } from '../handles.ts';
import { blockOf, blockRows, firstIdOf, type PackedRow, packBlock } from './block.ts';
import { type Kind, kindColumns, kindKey } from './kinds.ts';

/** What a row's kind is made of. */
export interface KindColumns extends OutcomeEvidence, Omit<Kind, 'outcome'> {}

/** A row as far as it is packed; all of these stand before the long texts but the last few. */
export interface LooseRow extends KindColumns {
  readonly id: number;
  readonly timestamp_ms: number;
}

export const looseColumns = `id, timestamp_ms, client_info, tool_name, server_name, namespace,
  success, finished_ms, error_kind, client_id, effect`;

export const kindOfRow = (row: KindColumns): Kind => ({
  client_info: row.client_info,
  client_id: row.client_id,
  tool_name: row.tool_name,
  server_name: row.server_name,
  namespace: row.namespace,
  outcome: shownOutcomeOf(row),
  effect: row.effect,
});

/** More kinds than this (made-up namespaces without end) are not worth a table: sums then read the rows. */
export const mostKinds = 50_000;

/** Kinds by value, as far as one step needs them. */
function kindsOf(db: WriteHandle): (row: KindColumns) => number {
  const known = new Map<string, number>();
  return (row) => {
    const kind = kindOfRow(row);
    const key = kindKey(kind);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const values = kindColumns.map((column) => kind[column]);
    const found =
      db.get<{ kind: number }>(
        `SELECT kind FROM write_kinds INDEXED BY write_kinds_by_value
          WHERE ${kindColumns.map((column) => `${column} IS ?`).join(' AND ')}`,
        values,
      )?.kind ??
      db.run(
        `INSERT INTO write_kinds (${kindColumns.join(', ')})
          VALUES (${kindColumns.map(() => '?').join(', ')})`,
        values,
      ).lastId;
    known.set(key, found);
    return found;
  };
}

/** @returns false: a time in it is beyond what a number holds exactly, and the block cannot be packed. */
function saveBlock(db: WriteHandle, block: number): boolean {
  const first = firstIdOf(block);
  const rows = db.all<LooseRow>(
    `SELECT ${looseColumns} FROM mcp_writes WHERE id BETWEEN ? AND ? ORDER BY id`,
    [first, first + blockRows - 1],
  );
  if (rows.length === 0) {
    db.run('DELETE FROM write_blocks WHERE block = ?', [block]);
    return true;
  }
  if (!rows.every((row) => Number.isSafeInteger(row.timestamp_ms))) return false;
  const kindOf = kindsOf(db);
  const packed = packBlock(
    block,
    rows.map((row): PackedRow => {
      const { id, timestamp_ms } = row;
      return { id, timestamp_ms, kind: kindOf(row) };
    }),
  );
  db.run(
    `INSERT OR REPLACE INTO write_blocks (block, rows, min_ms, max_ms, kinds, data)
      VALUES (?, ?, ?, ?, ?, ?)`,
    [packed.block, packed.rows, packed.min_ms, packed.max_ms, packed.kinds, packed.data],
  );
  return true;
}

/** The last id that stands in a block; 0: none does. */
export function packedUpto(db: Pick<WriteHandle, 'get'>): number {
  const last = db.get<{ block: number | null }>('SELECT max(block) AS block FROM write_blocks');
  return last?.block === null || last === undefined ? 0 : (last.block + 1) * blockRows;
}

/** Packs the next whole block. @returns false: none waits */
export function packNext(db: WriteHandle): boolean {
  const next = db.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(id) FROM mcp_writes WHERE id > ?) AS first,
      (SELECT max(id) FROM mcp_writes) AS last`,
    [packedUpto(db)],
  );
  if (next === undefined || next.first === null || next.last === null) return false;
  const block = blockOf(next.first);
  // Only a block that no further row can come into; ids never come again.
  if (next.last < firstIdOf(block) + blockRows - 1) return false;
  const kinds = db.get<{ most: number | null }>('SELECT max(kind) AS most FROM write_kinds');
  return (kinds?.most ?? 0) < mostKinds && saveBlock(db, block);
}

/** The fact that counts how often a block was packed again. */
export const packedAgain = 'blocks-packed-again';

/** Packs the block of one changed row again. @returns false: none waits */
export function packStale(db: WriteHandle): boolean {
  const stale = db.get<{ id: number }>('SELECT id FROM write_blocks_stale ORDER BY id LIMIT 1');
  if (stale === undefined) return false;
  const block = blockOf(stale.id);
  if (!saveBlock(db, block)) return false;
  const first = firstIdOf(block);
  db.run('DELETE FROM write_blocks_stale WHERE id BETWEEN ? AND ?', [first, first + blockRows - 1]);
  db.run(
    `INSERT INTO ledger_facts VALUES (?, '1')
      ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1`,
    [packedAgain],
  );
  return true;
}

/** Packs all that waits. */
export function packAll(db: WriteHandle): void {
  while (db.savepoint(() => packStale(db) || packNext(db)));
}
