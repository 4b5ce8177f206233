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
  const dense = ids.length * 3 > most - least;
  const where = dense ? 'id BETWEEN ? AND ?' : 'id IN (SELECT value FROM json_each(?))';
  const found = db.all<{ id: number }>(
    `SELECT id FROM mcp_writes NOT INDEXED WHERE ${where} AND ${text.sql}`,
    [...(dense ? [least, most] : [JSON.stringify(ids)]), ...text.params],
  );
  return new Set(found.map(({ id }) => id));
}

interface Known {
  readonly state: string;
  readonly text: string;
  /** By block, the rows that hold the text. */
  readonly found: Map<number, ReadonlySet<number>>;
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
  const compare = (block: number): ReadonlySet<number> => {
    const first = firstIdOf(block);
    const last = first + blockRows - 1;
    const ids =
      now.named === null || last > now.named.upto
        ? [first, last]
        : (now.named.byBlock.get(block) ?? []);
    return idsWithText(db, condition, ids);
  };
  let [block, found]: [number, ReadonlySet<number>] = [-1, new Set()];
  return (id) => {
    const own = blockOf(id);
    if (own !== block) {
      block = own;
      found = now.found.get(own) ?? compare(own);
      now.found.set(own, found);
    }
    return found.has(id);
  };
}
