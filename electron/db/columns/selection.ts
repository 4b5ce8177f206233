import type { WriteFilter } from '../../../shared/filter.ts';
import type { MarkName } from '../../../shared/marks.ts';
import { connectionIds, type ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { burstById } from '../readers/bursts.ts';
import { holdsText, type TextFilter, textFilter } from '../text-filter.ts';
import { blockRows } from './block.ts';
import { type ColumnRange, type Columns, openColumns } from './open.ts';
import { idsWithText, type PackedTexts, packedTexts } from './text-ids.ts';

/** Whether a row is kept, as far as its id tells. */
type IdTest = (id: number) => boolean;

/** Which rows hold the text of a filter. */
export interface TextTest {
  readonly packed: PackedTexts;
  /** By number of a kind, 1: its tool's name holds the text, and no row of it need be looked at. */
  readonly ofKind: Uint8Array;
  readonly loose: ReadonlySet<number>;
}

/** A filter over a ledger that is open by column. */
export interface Selection {
  readonly columns: Columns;
  readonly range: { readonly since: number; readonly until: number };
  /** By index of kind, a bit for each dimension in which the filter keeps it (see `kinds.ts`). */
  readonly bits: Uint8Array;
  /** Null: every id. */
  readonly keepsId: IdTest | null;
  /** The dearest test, and the last; null: no text is looked for. */
  readonly text: TextTest | null;
}

/** A filter as columns see it; null: it looks at more of a row than columns have. */
function split(filter: WriteFilter) {
  const { time, text, run, burst, mark, ...dimensions } = filter;
  return run === null ? { text, burst, mark, dimensions } : null;
}

/** Marks are read for so many ids at once: most blocks have few, and a statement each costs more. */
const markRows = 32 * blockRows;

/** Whether a write has one of the marks; kept as bytes, since a filter may ask of every row. */
function markTest(db: ReadHandle, marks: readonly MarkName[]): IdTest {
  const one = [...new Set(marks)].map((mark) => `${mark} = 1`).join(' OR ');
  const marked = (first: number): Uint8Array => {
    const bytes = new Uint8Array(markRows);
    const ids = db.all<{ id: number }>(
      `SELECT write_id AS id FROM write_marks WHERE write_id BETWEEN ? AND ? AND (${one})`,
      [first, first + markRows - 1],
    );
    for (const { id } of ids) bytes[id - first] = 1;
    return bytes;
  };
  let [first, bytes]: [number, Uint8Array] = [0, new Uint8Array()];
  return (id) => {
    if (first === 0 || id < first || id >= first + markRows) {
      first = Math.floor((id - 1) / markRows) * markRows + 1;
      bytes = marked(first);
    }
    return bytes[id - first] === 1;
  };
}

function markTests(db: ReadHandle, { only, hide }: WriteFilter['mark']): readonly IdTest[] {
  const tests: IdTest[] = [];
  if (only.length > 0) tests.push(markTest(db, only));
  if (hide.length > 0) {
    const hidden = markTest(db, hide);
    tests.push((id) => !hidden(id));
  }
  return tests;
}

function textTest(
  db: ReadHandle,
  text: string,
  filter: TextFilter,
  { loose, table }: Columns,
): TextTest {
  const ids = loose.map(({ id }) => id);
  const packed = packedTexts(db, text, filter);
  // A sum looks at every row.
  packed.ask();
  return {
    packed,
    ofKind: table.where('tool', holdsText(text)),
    loose: new Set(idsWithText(db, filter.compare, ids)),
  };
}

function allOf(tests: readonly IdTest[]): IdTest | null {
  const [first, ...others] = tests;
  if (first === undefined) return null;
  return others.length === 0 ? first : (id) => tests.every((keeps) => keeps(id));
}

/**
 * Opens what a filter looks at. Inside a `snapshot` only. Null: the columns cannot answer, and the rows
 * must be asked. `range` narrows what is opened further, such as to what lies before a page.
 */
export function select(
  db: ReadHandle,
  { filter, bounds }: ResolvedFilter,
  range: ColumnRange = bounds,
): Selection | null {
  const parts = split(filter);
  if (parts === null) return null;
  const text = textFilter(db, parts.text);
  // Few rows, named by their ids, are summed as they are.
  if (text?.quick === true) return null;
  const columns = openColumns(db, range);
  if (columns === null) return null;
  const tests = [...markTests(db, parts.mark)];
  const { connection } = parts.dimensions;
  const dimensions = { ...parts.dimensions, connection: connectionIds(db, connection) };
  const bits = columns.table.test(dimensions);
  if (parts.burst !== null) {
    const burst = burstById(db, parts.burst);
    tests.push((id) => burst !== undefined && id >= burst.first_id && id <= burst.last_id);
    columns.table.kinds.forEach(({ client_info }, n) => {
      if (client_info !== burst?.client_info) bits[n] = 0;
    });
  }
  return {
    columns,
    range: {
      since: range.since_ms ?? Number.NEGATIVE_INFINITY,
      until: range.until_ms ?? Number.POSITIVE_INFINITY,
    },
    bits,
    keepsId: allOf(tests),
    text: text === null ? null : textTest(db, parts.text, text, columns),
  };
}
