import { dataVersion } from './data-version.ts';
import type { ReadHandle, SqlValue } from './handles.ts';

/** A piece of a WHERE clause with the values it binds, in order. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** What a text is looked for as: folded, and as JSON writes it. */
interface Needles {
  readonly plain: string;
  /** Null: JSON writes it the same. */
  readonly escaped: string | null;
}

const foldAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function needlesOf(text: string): Needles {
  const plain = foldAscii(text.toWellFormed());
  const escaped = foldAscii(JSON.stringify(text.toWellFormed()).slice(1, -1));
  return { plain, escaped: escaped === plain ? null : escaped };
}

const columns = ['tool_name', 'args_summary', 'reason', 'error_message', 'client_name'] as const;

/**
 * Literal substring, ASCII case folded. `instr` knows no wildcard and no escape character (case d06), and
 * reads past a NUL, which `LIKE` does not (case a15).
 */
function comparison({ plain, escaped }: Needles): Condition {
  const found = columns.map((column) => `instr(lower(mcp_writes.${column}), ?) > 0`);
  const params: string[] = columns.map(() => plain);
  if (escaped !== null) {
    found.push('instr(lower(mcp_writes.args_summary), ?) > 0');
    params.push(escaped);
  }
  return { sql: `(${found.join(' OR ')})`, params };
}

/** The same comparison of one text here. */
export function holdsText(text: string): (value: string) => boolean {
  const { plain } = needlesOf(text);
  return (value) => foldAscii(value).includes(plain);
}

/** Each costs a walk through all rows that hold it; more than these narrow little down. */
const mostTrigrams = 5;

const frequent = new Set(' etaoinshrdlu');
const commonness = (piece: string): number =>
  [...piece].filter((letter) => frequent.has(letter)).length;

/** The three-character pieces of a needle that look rarest; null: too short for the index. */
function trigrams(needle: string): readonly string[] | null {
  const characters = [...needle];
  // The tokenizer ends at a NUL; such a text is compared row by row.
  if (characters.length < 3 || needle.includes('\u0000')) return null;
  const all = characters
    .slice(0, -2)
    .map((_, at) => ({ at, piece: characters.slice(at, at + 3).join('') }))
    .toSorted((a, b) => commonness(a.piece) - commonness(b.piece));
  // Pieces of one word say the same again; those that do not overlap come first.
  const apart: typeof all = [];
  for (const one of all) {
    if (apart.every(({ at }) => Math.abs(at - one.at) > 2)) apart.push(one);
    if (apart.length === mostTrigrams) break;
  }
  const pieces = [...apart, ...all].map(({ piece }) => piece);
  return [...new Set(pieces)].slice(0, mostTrigrams);
}

/** The index's question: rows that hold all pieces of one of the needles, and some others too. */
function indexQuery({ plain, escaped }: Needles): string | null {
  const asked = (needle: string): string | null => {
    const pieces = trigrams(needle);
    if (pieces === null) return null;
    return `(${pieces.map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' AND ')})`;
  };
  const first = asked(plain);
  if (first === null || escaped === null) return first;
  const second = asked(escaped);
  return second === null ? null : `${first} OR ${second}`;
}

/** Where the indexed pieces begin that begin with a shorter text, and where they end. */
interface Span {
  readonly from: string;
  readonly to: string;
}

/**
 * One or two characters are the beginning of pieces that the index has, since each row's text ends with
 * two line ends. Null: letters whose case the index folds in a way of its own, which are compared.
 */
function spanOf(needle: string): Span | null {
  const characters = [...needle];
  const folded = (one: string) => one > '\u007f' && one.toLowerCase() !== one.toUpperCase();
  if (characters.length > 2 || needle.includes('\u0000') || characters.some(folded)) return null;
  const last = characters.at(-1)?.codePointAt(0) ?? 0;
  if (last === 0x10_ff_ff) return null;
  // Surrogates are no characters; SQLite orders texts by their bytes, which is by code point.
  const next = last === 0xd7_ff ? 0xe0_00 : last + 1;
  return { from: needle, to: characters.slice(0, -1).join('') + String.fromCodePoint(next) };
}

/** So many rows may be compared and sorted at once. */
const quickCandidates = 600;
/** So many may be named by id where the ledger is not packed by column yet. */
const fewCandidates = 3_000;

/** Rows that the index names for a text, in no order, at most `most` (then there may be more). Null: it cannot tell. */
function candidates(db: ReadHandle, needles: Needles, most: number): readonly number[] | null {
  const query = indexQuery(needles);
  if (query !== null) {
    return db.column<number>(
      'SELECT rowid FROM mcp_writes_search WHERE mcp_writes_search MATCH ? LIMIT ?',
      [query, most],
    );
  }
  const spans = [needles.plain, needles.escaped].map((needle) =>
    needle === null ? undefined : spanOf(needle),
  );
  const found = new Set<number>();
  for (const span of spans) {
    if (span === null) return null;
    if (span === undefined) continue;
    const ids = db.column<number>(
      'SELECT doc FROM mcp_writes_terms WHERE term >= ? AND term < ? LIMIT ?',
      [span.from, span.to, most],
    );
    // Cut off is many, however often one row came.
    if (ids.length === most) return ids;
    for (const id of ids) found.add(id);
  }
  return [...found];
}

/** More are looked for faster in the rows as they lie. */
const worthNaming = 50_000;

/** Rows that the index names for a text: those after `upto` are not indexed yet. */
export interface NamedRows {
  readonly ids: readonly number[];
  readonly upto: number;
}

/** Which rows may hold a text, as far as they are indexed. Null: any row may. Inside of a `snapshot` only. */
export function namedByIndex(db: ReadHandle, text: string): NamedRows | null {
  const needles = needlesOf(text);
  // Pieces of short texts come once for each place, not for each row: many of them are no help.
  const most = indexQuery(needles) === null ? worthNaming : -1;
  const ids = candidates(db, needles, most);
  return ids === null || ids.length === most ? null : { ids, upto: indexedUpto(db) };
}

function indexedUpto(db: ReadHandle): number {
  return (
    db.get<{ upto: number }>("SELECT upto FROM search_progress WHERE name = 'writes'")?.upto ?? 0
  );
}

export interface TextFilter extends Condition {
  /** True: few rows can match, and the condition names them by id. False: it compares each row. */
  readonly few: boolean;
  /** So few that they are asked for at once, whatever else is asked; more are looked at in order of time. */
  readonly quick: boolean;
  /** The comparison alone. */
  readonly compare: Condition;
  /** Where few, what the index names; null: it was not asked for all of it. */
  readonly named: NamedRows | null;
}

interface KnownFilter {
  readonly version: number;
  readonly text: string;
  readonly filter: TextFilter;
}

/** The last text: pages, counts and facets ask for the same one after another, with other filters beside it. */
const lastFilter = new WeakMap<ReadHandle, KnownFilter>();

/** Null: the text filters nothing. Rows that are not indexed yet are always compared. */
export function textFilter(db: ReadHandle, text: string): TextFilter | null {
  if (text.trim() === '') return null;
  const version = dataVersion(db);
  const known = lastFilter.get(db);
  if (known !== undefined && known.version === version && known.text === text) return known.filter;
  const filter = filterFor(db, needlesOf(text));
  if (version !== null) lastFilter.set(db, { version, text, filter });
  return filter;
}

function filterFor(db: ReadHandle, needles: Needles): TextFilter {
  const compare = comparison(needles);
  const upto = indexedUpto(db);
  const waiting = db.column<number>('SELECT id FROM mcp_writes WHERE id > ? LIMIT ?', [
    upto,
    fewCandidates + 1,
  ]);
  const named = candidates(db, needles, fewCandidates + 1);
  const found = named === null ? Number.POSITIVE_INFINITY : named.length + waiting.length;
  if (named === null || found > fewCandidates) {
    return { ...compare, few: false, quick: false, compare, named: null };
  }
  return {
    sql: `mcp_writes.id IN (SELECT value FROM json_each(?)) AND ${compare.sql}`,
    params: [JSON.stringify([...named, ...waiting]), ...compare.params],
    few: true,
    quick: found <= quickCandidates,
    compare,
    named: { ids: named, upto },
  };
}
