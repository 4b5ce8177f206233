import { dataVersion } from '../data-version.ts';
import type { ReadHandle } from '../handles.ts';
import { type BlockRows, blockOf, firstIdOf, unpackKinds, unpackRows } from './block.ts';
import { type Kind, KindTable, kindColumns } from './kinds.ts';
import {
  kindOfRow,
  type LooseRow,
  looseColumns,
  mostKinds,
  packedAgain,
  packedUpto,
} from './pack.ts';

/** Rows that stand in no block, or no longer as they are there. */
export interface LooseEntry {
  readonly id: number;
  readonly timestamp_ms: number;
  /** A number of `table`. */
  readonly kind: number;
}

/** A block with what tells whether it is worth opening. */
export interface ColumnBlock {
  readonly firstId: number;
  readonly min_ms: number;
  readonly max_ms: number;
  /** Pairs of a number of `Columns.table` and how many rows are of it. */
  readonly kinds: Uint32Array;
  /** True: the pairs count its rows as they are now. */
  readonly whole: boolean;
  /** Its rows as they are now; those that changed since are among the loose ones instead. */
  open(): BlockRows;
}

/** The ledger by column, as it is in one snapshot. */
export interface Columns {
  readonly table: KindTable;
  /** In order of id. */
  readonly blocks: readonly ColumnBlock[];
  readonly loose: readonly LooseEntry[];
}

/** More loose rows than this are read faster by the way of the rows. */
const mostLoose = 20_000;

interface KnownKinds {
  readonly ledger: string;
  readonly table: KindTable;
  /** By `kind` of `write_kinds` its number in the table; a ledger's kinds are only ever added. */
  readonly places: number[];
}

const knownKinds = new WeakMap<ReadHandle, KnownKinds>();

const fact = (db: ReadHandle, name: string): string =>
  db.get<{ value: string }>('SELECT value FROM ledger_facts WHERE name = ?', [name])?.value ?? '';

// The digest key is a ledger's own: a file that took another's place has another.
const ledgerName = (db: ReadHandle): string => fact(db, 'digest-key');

/** Stays the same as long as packed rows that are not stale are as they were. */
export const ledgerState = (db: ReadHandle): string => `${ledgerName(db)} ${fact(db, packedAgain)}`;

function kindsNow(db: ReadHandle): KnownKinds {
  const ledger = ledgerName(db);
  const before = knownKinds.get(db);
  // Rows that were never packed may bring kinds without end.
  const fits = before?.ledger === ledger && before.table.kinds.length < 2 * mostKinds;
  const known = fits ? before : { ledger, table: new KindTable(), places: [] };
  if (!fits) keptBlocks.delete(db);
  knownKinds.set(db, known);
  const added = db.all<Kind & { readonly kind: number }>(
    `SELECT kind, ${kindColumns.join(', ')} FROM write_kinds WHERE kind > ? ORDER BY kind`,
    [known.places.length - 1],
  );
  for (const { kind, ...values } of added) known.places[kind] = known.table.place(values);
  return known;
}

/** Between which times rows are asked for; null: no end. */
export interface ColumnRange {
  readonly since_ms: number | null;
  readonly until_ms: number | null;
}

/**
 * Opens the ledger by column for rows in a range of time; blocks with none are left out. Inside a
 * `snapshot` only. Null: too much of the ledger is not packed (it will be, in idle moments).
 */
export function openColumns(db: ReadHandle, range: ColumnRange): Columns | null {
  const upto = packedUpto(db);
  const newest = db.get<{ id: number | null }>('SELECT max(id) AS id FROM mcp_writes')?.id ?? 0;
  const stale = db.all<{ id: number }>('SELECT id FROM write_blocks_stale LIMIT ?', [mostLoose]);
  if (newest - upto + stale.length >= mostLoose) return null;
  const known = kindsNow(db);
  const since = range.since_ms ?? Number.MIN_SAFE_INTEGER;
  const until = range.until_ms ?? Number.MAX_SAFE_INTEGER;
  return {
    loose: looseEntries(db, upto, stale.length > 0, known.table).filter(
      ({ timestamp_ms }) => timestamp_ms >= since && timestamp_ms < until,
    ),
    blocks: blocksIn(db, since, until, staleByBlock(stale), known.places),
    table: known.table,
  };
}

interface KnownLoose {
  readonly version: number;
  readonly table: KindTable;
  readonly entries: readonly LooseEntry[];
}

const knownLoose = new WeakMap<ReadHandle, KnownLoose>();

/** All loose entries; they are read again once somebody wrote. */
function looseEntries(
  db: ReadHandle,
  upto: number,
  stale: boolean,
  table: KindTable,
): readonly LooseEntry[] {
  const version = dataVersion(db);
  const before = knownLoose.get(db);
  if (before?.version === version && before?.table === table) return before.entries;
  const entries = readLoose(db, upto, stale, table);
  if (version !== null) knownLoose.set(db, { version, table, entries });
  return entries;
}

function readLoose(
  db: ReadHandle,
  upto: number,
  stale: boolean,
  table: KindTable,
): readonly LooseEntry[] {
  const waiting = db.all<LooseRow>(
    `SELECT ${looseColumns} FROM mcp_writes NOT INDEXED WHERE id > ? ORDER BY id`,
    [upto],
  );
  const changed = stale
    ? db.all<LooseRow>(
        `SELECT ${looseColumns} FROM mcp_writes NOT INDEXED
          WHERE id IN (SELECT id FROM write_blocks_stale) AND id <= ?`,
        [upto],
      )
    : [];
  return [...changed, ...waiting].map((row) => ({
    id: row.id,
    timestamp_ms: row.timestamp_ms,
    kind: table.place(kindOfRow(row)),
  }));
}

function staleByBlock(
  stale: readonly { readonly id: number }[],
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const { id } of stale) {
    const ids = found.get(blockOf(id));
    if (ids === undefined) found.set(blockOf(id), [id]);
    else ids.push(id);
  }
  return found;
}

interface BlockHead {
  readonly block: number;
  readonly min_ms: number;
  readonly max_ms: number;
  readonly kinds: Uint32Array;
}

/** Some 10 KB each: two million rows in 10 MB, and more are read again. */
const mostKept = 1_000;

/** What a reader keeps of blocks: each question would else leave megabytes of garbage behind. */
interface KeptBlocks {
  readonly state: string;
  /** In order of block. */
  readonly heads: BlockHead[];
  readonly rows: Map<number, BlockRows>;
}

const keptBlocks = new WeakMap<ReadHandle, KeptBlocks>();

function blocksNow(db: ReadHandle, places: readonly number[]): KeptBlocks {
  const state = ledgerState(db);
  const before = keptBlocks.get(db);
  const now: KeptBlocks = before?.state === state ? before : { state, heads: [], rows: new Map() };
  keptBlocks.set(db, now);
  const added = db.all<Omit<BlockHead, 'kinds'> & { readonly kinds: Uint8Array }>(
    'SELECT block, min_ms, max_ms, kinds FROM write_blocks WHERE block > ? ORDER BY block',
    [now.heads.at(-1)?.block ?? -1],
  );
  for (const head of added) {
    const kinds = unpackKinds(head.kinds).slice();
    for (let n = 0; n < kinds.length; n += 2) kinds[n] = places[kinds[n] ?? 0] ?? 0;
    now.heads.push({ ...head, kinds });
  }
  return now;
}

/** The rows of a packed block; of those that are asked for again and again from memory. */
function rowsOf(db: ReadHandle, kept: KeptBlocks, block: number): BlockRows {
  const known = kept.rows.get(block);
  if (known !== undefined) return known;
  const stored = db.get<{ data: Uint8Array }>('SELECT data FROM write_blocks WHERE block = ?', [
    block,
  ]);
  if (stored === undefined) throw new Error(`block ${block} is gone within a snapshot`);
  const rows = unpackRows(stored.data);
  if (kept.rows.size < mostKept) kept.rows.set(block, rows);
  return rows;
}

function blocksIn(
  db: ReadHandle,
  since: number,
  until: number,
  stale: ReadonlyMap<number, readonly number[]>,
  places: readonly number[],
): readonly ColumnBlock[] {
  const kept = blocksNow(db, places);
  return kept.heads
    .filter(({ min_ms, max_ms }) => max_ms >= since && min_ms < until)
    .map(({ block, min_ms, max_ms, kinds }): ColumnBlock => {
      const firstId = firstIdOf(block);
      const changed = stale.get(block) ?? [];
      return {
        firstId,
        min_ms,
        max_ms,
        kinds,
        whole: changed.length === 0,
        open() {
          const rows = rowsOf(db, kept, block);
          if (changed.length === 0) return rows;
          const codes = rows.codes.slice();
          for (const id of changed) codes[id - firstId] = 0;
          return { ...rows, codes };
        },
      };
    });
}

/** How many rows the ledger has. Inside a `snapshot` only. */
export function totalRows(db: ReadHandle): number {
  const upto = packedUpto(db);
  const found = db.get<{ packed: number; waiting: number; gone: number }>(
    `SELECT (SELECT coalesce(sum(rows), 0) FROM write_blocks) AS packed,
      (SELECT count(*) FROM mcp_writes WHERE id > ?) AS waiting,
      (SELECT count(*) FROM write_blocks_stale WHERE id <= ? AND NOT EXISTS
        (SELECT 1 FROM mcp_writes WHERE mcp_writes.id = write_blocks_stale.id)) AS gone`,
    [upto, upto],
  );
  return found === undefined ? 0 : found.packed + found.waiting - found.gone;
}
