import type { ReadHandle } from '../handles.ts';

/** What one client did on one connection. */
export interface ConnectionCount {
  readonly client_id: string;
  readonly client_info: string;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly writes: number;
  /** Not known to have succeeded. */
  readonly failures: number;
  readonly last_ms: number;
}

type Tally = { -readonly [Key in keyof ConnectionCount]: ConnectionCount[Key] };

interface Counted {
  /** Rows up to this id are in. */
  upto: number;
  /** Hash of that row: another one under this id is another ledger. */
  hash: string | null;
  readonly tallies: Map<string, Tally>;
  /** Rows counted as failures whose outcome was still to come, with the key of their tally. */
  readonly pending: Map<number, string>;
}

/** No index leads from a connection to its rows, since each costs every write: counts go on where they were. */
const counted = new WeakMap<ReadHandle, Counted>();

const perStep = 50_000;

interface Group extends ConnectionCount {
  readonly pending: string | null;
}

const groupSql = `SELECT client_id, client_info, client_name, client_version, count(*) AS writes,
    sum(success = 0 OR finished_ms IS NULL) AS failures, max(timestamp_ms) AS last_ms,
    group_concat(CASE WHEN finished_ms IS NULL THEN id END) AS pending
  FROM mcp_writes WHERE id > ? AND id <= ? AND client_id IS NOT NULL GROUP BY 1, 2, 3, 4`;

/** Counts per connection and client over the whole ledger. The first call of a process reads all of it. */
export function connectionCounts(db: ReadHandle): readonly ConnectionCount[] {
  const known = stillValid(db, counted.get(db));
  counted.set(db, known);
  settle(db, known);
  const end = db.get<{ id: number; hash: string | null }>(
    'SELECT id, row_hash AS hash FROM mcp_writes ORDER BY id DESC LIMIT 1',
  );
  if (end !== undefined) {
    while (known.upto < end.id) {
      const upto = Math.min(known.upto + perStep, end.id);
      for (const group of db.all<Group>(groupSql, [known.upto, upto])) add(known, group);
      known.upto = upto;
    }
    known.hash = end.hash;
  }
  return [...known.tallies.values()].map((tally) => ({ ...tally }));
}

function stillValid(db: ReadHandle, known: Counted | undefined): Counted {
  if (known !== undefined && known.upto > 0) {
    const row = db.get<{ hash: string | null }>(
      'SELECT row_hash AS hash FROM mcp_writes WHERE id = ?',
      [known.upto],
    );
    if (row !== undefined && row.hash === known.hash) return known;
  }
  return { upto: 0, hash: null, tallies: new Map(), pending: new Map() };
}

/** Rows that had no outcome when they were counted may have one now. */
function settle(db: ReadHandle, known: Counted): void {
  if (known.pending.size === 0) return;
  const rows = db.all<{ id: number; success: number }>(
    `SELECT id, success FROM mcp_writes
      WHERE id IN (SELECT value FROM json_each(?)) AND finished_ms IS NOT NULL`,
    [JSON.stringify([...known.pending.keys()])],
  );
  for (const { id, success } of rows) {
    const tally = known.tallies.get(known.pending.get(id) ?? '');
    if (tally !== undefined && success === 1) tally.failures -= 1;
    known.pending.delete(id);
  }
}

function add(known: Counted, { pending, ...group }: Group): void {
  const key = JSON.stringify([
    group.client_id,
    group.client_info,
    group.client_name,
    group.client_version,
  ]);
  const before = known.tallies.get(key);
  known.tallies.set(
    key,
    before === undefined
      ? group
      : {
          ...group,
          writes: before.writes + group.writes,
          failures: before.failures + group.failures,
          last_ms: Math.max(before.last_ms, group.last_ms),
        },
  );
  for (const id of pending?.split(',') ?? []) known.pending.set(Number(id), key);
}
