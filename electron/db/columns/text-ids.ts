import type { ReadHandle } from '../handles.ts';
import { type Condition, namedByIndex } from '../text-filter.ts';
import { blockOf, blockRows, firstIdOf } from './block.ts';
import { ledgerState } from './open.ts';

/** Those of the rows whose text matches; ids rise or fall. */
export function idsWithText(
  db: ReadHandle,
  text: Condition,
  ids: readonly number[],
): ReadonlySet<number> {
  if (ids.length === 0) return new Set();
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const id of ids) {
    least = Math.min(least, id);
    most = Math.max(most, id);
  }
  // Neighbours are read fastest as they lie, single ones each by itself.
  if (ids.length * 3 > most - least) return between(db, text, least, most);
  return matching(db, text, {
    sql: 'id IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify(ids)],
  });
}

function matching(db: ReadHandle, text: Condition, rows: Condition): ReadonlySet<number> {
  const found = db.all<{ id: number }>(
    `SELECT id FROM mcp_writes NOT INDEXED WHERE ${rows.sql} AND ${text.sql}`,
    [...rows.params, ...text.params],
  );
  return new Set(found.map(({ id }) => id));
}

const between = (db: ReadHandle, text: Condition, least: number, most: number) =>
  matching(db, text, { sql: 'id BETWEEN ? AND ?', params: [least, most] });

interface Known {
  readonly state: string;
  readonly text: string;
  /** By block, 1 for each of its rows that holds the text: a byte each, where a set of ids would take thirty. */
  readonly found: Map<number, Uint8Array>;
  readonly named: {
    readonly byBlock: ReadonlyMap<number, readonly number[]>;
    readonly upto: number;
  } | null;
}

/** The last text: counts, facets and histogram ask for the same one after another. */
const known = new WeakMap<ReadHandle, Known>();

function named(db: ReadHandle, text: string): Known['named'] {
  const found = namedByIndex(db, text);
  if (found === null) return null;
  const byBlock = new Map<number, number[]>();
  for (const id of found.ids) {
    const ids = byBlock.get(blockOf(id));
    if (ids === undefined) byBlock.set(blockOf(id), [id]);
    else ids.push(id);
  }
  return { byBlock, upto: found.upto };
}

/** Whether a packed row holds a text; each block is compared once, a statement each, so that it can be stopped. */
export function packedTextTest(
  db: ReadHandle,
  text: string,
  condition: Condition,
): (id: number) => boolean {
  const state = ledgerState(db);
  const before = known.get(db);
  const now =
    before?.state === state && before.text === text
      ? before
      : { state, text, found: new Map(), named: named(db, text) };
  known.set(db, now);
  const compare = (block: number): Uint8Array => {
    const first = firstIdOf(block);
    const last = first + blockRows - 1;
    // Rows that are not indexed yet may hold anything.
    const ids =
      now.named === null || last > now.named.upto
        ? between(db, condition, first, last)
        : idsWithText(db, condition, now.named.byBlock.get(block) ?? []);
    const bytes = new Uint8Array(blockRows);
    for (const id of ids) bytes[id - first] = 1;
    return bytes;
  };
  let [first, bytes]: [number, Uint8Array] = [0, new Uint8Array()];
  return (id) => {
    if (first === 0 || id < first || id >= first + blockRows) {
      const block = blockOf(id);
      bytes = now.found.get(block) ?? compare(block);
      now.found.set(block, bytes);
      first = firstIdOf(block);
    }
    return bytes[id - first] === 1;
  };
}
