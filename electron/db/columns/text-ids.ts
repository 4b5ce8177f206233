import type { ReadHandle } from '../handles.ts';
import { type Condition, namedByIndex, type TextFilter } from '../text-filter.ts';
import { blockRows } from './block.ts';
import { ledgerState } from './open.ts';
import { packedUpto } from './pack.ts';

/** Those of the rows whose text matches. */
export function idsWithText(
  db: ReadHandle,
  text: Condition,
  ids: readonly number[],
): readonly number[] {
  if (ids.length === 0) return [];
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const id of ids) {
    least = Math.min(least, id);
    most = Math.max(most, id);
  }
  // Neighbours are read fastest as they lie, single ones each by itself.
  const rows: Condition =
    ids.length * 3 > most - least
      ? { sql: 'id BETWEEN ? AND ?', params: [least, most] }
      : { sql: 'id IN (SELECT value FROM json_each(?))', params: [JSON.stringify(ids)] };
  return db.column<number>(
    `SELECT id FROM mcp_writes NOT INDEXED WHERE ${rows.sql} AND ${text.sql}`,
    [...rows.params, ...text.params],
  );
}

/** What is known of rows is kept for so many ids in a piece, so that ids far apart cost little. */
const spanRows = 32 * blockRows;

/** So many rows of a piece are compared by one statement, whichever of them are asked about. */
const comparedTogether = 250;

/** So many rows are compared in vain as they come; more of them would be dearer than to ask the index. */
const comparedInVain = 2_000;

/** What is known of a packed row: nothing, that it holds the text, that it does not. */
const [unknown, held, not] = [0, 1, 2] as const;

/** By id; a byte each, where a set of ids would take thirty. */
interface Span {
  readonly known: Uint8Array;
  /** Those that the index names; null: none. */
  named: Uint8Array | null;
  /** The same by id, as far as they are few. */
  readonly few: number[];
}

interface Known {
  readonly state: string;
  readonly text: string;
  readonly spans: Map<number, Span>;
  /** Rows up to here that the index does not name do not hold the text; null: it was not asked yet. */
  namedUpto: number | null;
  /** Rows that were compared and do not hold the text, in all steps and pages so far. */
  inVain: number;
}

/** The last text: counts, facets and histogram ask for the same one after another, and pages follow pages. */
const lastText = new WeakMap<ReadHandle, Known>();

const numberOf = (id: number): number => Math.floor((id - 1) / spanRows);
const firstOf = (number: number): number => number * spanRows + 1;

function spanOf({ spans }: Known, number: number): Span {
  const span = spans.get(number) ?? { known: new Uint8Array(spanRows), named: null, few: [] };
  spans.set(number, span);
  return span;
}

/** All that the index names at once: it has no quick way to a part of them. */
function askIndex(db: ReadHandle, known: Known, filter: TextFilter): void {
  const index = filter.named ?? namedByIndex(db, known.text);
  // Of rows that are not packed nothing may be kept: they can change unnoticed.
  const packed = packedUpto(db);
  for (const id of index?.ids ?? []) {
    const number = numberOf(id);
    const span = spanOf(known, number);
    span.named ??= new Uint8Array(spanRows);
    span.named[id - firstOf(number)] = 1;
    if (id <= packed && span.few.length <= comparedTogether) span.few.push(id);
  }
  // Last: a question can be stopped at any statement. Rows that are not indexed yet may hold anything.
  known.namedUpto = Math.min(index?.upto ?? 0, packed);
}

/** Which packed rows hold a text, found out only for those that are asked about. */
export interface PackedTexts {
  /** Compares those of the rows that nothing is known of; they are of one block. Too many in vain: asks the index. */
  look(ids: readonly number[]): void;
  /** Asks the index, if nobody did yet. */
  ask(): void;
  /** False: as far as the index was asked, the row does not hold the text. */
  may(id: number): boolean;
  /** Of a row that was looked at. */
  holds(id: number): boolean;
}

/** Inside of a `snapshot` only. */
export function packedTexts(db: ReadHandle, text: string, filter: TextFilter): PackedTexts {
  const state = ledgerState(db);
  const before = lastText.get(db);
  const now: Known =
    before?.state === state && before.text === text
      ? before
      : { state, text, spans: new Map(), namedUpto: null, inVain: 0 };
  lastText.set(db, now);
  const ask = (): void => {
    if (now.namedUpto === null) askIndex(db, now, filter);
  };
  return {
    ask,
    may(id) {
      if (now.namedUpto === null || id > now.namedUpto) return true;
      const number = numberOf(id);
      return now.spans.get(number)?.named?.[id - firstOf(number)] === 1;
    },
    look(ids) {
      const number = numberOf(ids[0] ?? 1);
      const first = firstOf(number);
      const { known, named, few } = spanOf(now, number);
      const upto = now.namedUpto ?? 0;
      const together = few.length > 0 && few.length <= comparedTogether;
      const asked = together ? [...new Set([...few, ...ids])] : ids;
      const open = asked.filter((id) => {
        if (known[id - first] !== unknown) return false;
        return id > upto || named?.[id - first] === 1;
      });
      const holding = idsWithText(db, filter.compare, open);
      for (const id of asked) if (known[id - first] === unknown) known[id - first] = not;
      for (const id of holding) known[id - first] = held;
      // Those that hold it may be others, too: neighbours are read together.
      now.inVain += open.filter((id) => known[id - first] === not).length;
      if (now.inVain >= comparedInVain) ask();
    },
    holds(id) {
      const number = numberOf(id);
      return now.spans.get(number)?.known[id - firstOf(number)] === held;
    },
  };
}
