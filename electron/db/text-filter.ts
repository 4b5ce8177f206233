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

/** More than these narrow nothing down further. */
const mostTrigrams = 24;

/** The three-character pieces of a needle, spread over its length; null: too short for the index. */
function trigrams(needle: string): readonly string[] | null {
  const characters = [...needle];
  // The tokenizer ends at a NUL; such a text is compared row by row.
  if (characters.length < 3 || needle.includes('\u0000')) return null;
  const all = [
    ...new Set(characters.slice(0, -2).map((_, at) => characters.slice(at, at + 3).join(''))),
  ];
  const step = Math.max(1, all.length / mostTrigrams);
  return Array.from(
    { length: Math.min(all.length, mostTrigrams) },
    (_, n) => all[Math.floor(n * step)] ?? '',
  );
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

/** More candidates than this are found faster by walking the rows in their order. */
const fewCandidates = 3_000;

export interface TextFilter extends Condition {
  /** True: few rows match, and the condition names them by id. False: it compares each row. */
  readonly few: boolean;
}

/** Null: the text filters nothing. Rows that are not indexed yet are always compared. */
export function textFilter(db: ReadHandle, text: string): TextFilter | null {
  if (text.trim() === '') return null;
  const needles = needlesOf(text);
  const compare = comparison(needles);
  const query = indexQuery(needles);
  if (query === null) return { ...compare, few: false };
  const count =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM (
        SELECT 1 FROM mcp_writes_search WHERE mcp_writes_search MATCH ? LIMIT ?)`,
      [query, fewCandidates + 1],
    )?.n ?? 0;
  if (count > fewCandidates) return { ...compare, few: false };
  return {
    sql: `mcp_writes.id IN (
        SELECT rowid FROM mcp_writes_search WHERE mcp_writes_search MATCH ?
        UNION ALL
        SELECT waiting.id FROM mcp_writes AS waiting
          WHERE waiting.id > (SELECT upto FROM search_progress WHERE name = 'writes'))
      AND ${compare.sql}`,
    params: [query, ...compare.params],
    few: true,
  };
}
