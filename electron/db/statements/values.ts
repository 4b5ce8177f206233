import { cutCharacters } from '../../../shared/text.ts';
import type { SqlCell, SqlLimits, SqlParam, SqlRows, SqlStatement } from './sql-message.ts';
import { sqlTokens } from './tokens.ts';

/** Parameters of a statement as the addon binds them. JavaScript's numbers alone would all be reals. */
export function boundParams({
  sql,
  params,
}: Pick<SqlStatement, 'sql' | 'params'>): readonly unknown[] {
  const isList = Array.isArray(params);
  if (isList && !hasNumbered(sql)) return params.map(bound);
  const named = Object.entries(params).map(([name, value]): [string, unknown] => [
    // The addon takes `?2` for one that is named 2.
    isList ? String(Number(name) + 1) : name.replace(/^[:@$]/, ''),
    bound(value as SqlParam),
  ]);
  return named.length === 0 ? [] : [Object.fromEntries(named)];
}

/** Whether a statement has parameters like `?2`. */
function hasNumbered(sql: string): boolean {
  for (const { text, at } of sqlTokens(sql)) {
    if (text === '?' && /[0-9]/.test(sql.charAt(at + 1))) return true;
  }
  return false;
}

function bound(value: SqlParam): unknown {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** No table has more; a hostile one must not make an answer of names alone. */
const mostColumns = 200;
const longestName = 128;

/** Collects rows until a limit is reached. */
export interface RowCollector {
  /** False: the answer is full; this row is not in it. */
  add(row: readonly unknown[]): boolean;
  rows(): SqlRows;
}

export function createRowCollector(names: readonly string[], limits: SqlLimits): RowCollector {
  const columns = names.slice(0, mostColumns).map((name) => cutCharacters(name, longestName));
  const rows: (readonly SqlCell[])[] = [];
  let bytes = 0;
  let texts = 0;
  let more: 'rows' | 'bytes' | null = null;

  return {
    add(row) {
      if (rows.length >= limits.rows) {
        more = 'rows';
        return false;
      }
      let cutHere = 0;
      const cells = row.slice(0, columns.length).map((value) => {
        const isCut = typeof value === 'string' && value.length > limits.cell;
        if (isCut) cutHere += 1;
        return cellOf(value, limits.cell);
      });
      const size = Buffer.byteLength(JSON.stringify(cells)) + 1;
      if (bytes + size > limits.bytes) {
        more = 'bytes';
        return false;
      }
      bytes += size;
      texts += cutHere;
      rows.push(cells);
      return true;
    },
    rows() {
      const dropped = names.length - columns.length;
      const cut = {
        ...(more === null ? {} : { more_rows: more }),
        ...(texts === 0 ? {} : { texts }),
        ...(dropped === 0 ? {} : { columns: dropped }),
      };
      const truncated = Object.keys(cut).length > 0;
      return {
        columns,
        rows,
        rows_shown: rows.length,
        truncated,
        ...(truncated ? { cut } : {}),
      };
    },
  };
}

/** @param value as the addon reads it, with every integer a bigint */
export function cellOf(value: unknown, longest: number): SqlCell {
  switch (typeof value) {
    case 'bigint': {
      const number = Number(value);
      return Number.isSafeInteger(number) ? number : value.toString();
    }
    case 'number':
      // JSON has no word for the infinities.
      return Number.isFinite(value) ? value : String(value);
    case 'string':
      return cutCharacters(value.toWellFormed(), longest);
    default:
      return value instanceof Uint8Array ? { blob_bytes: value.byteLength } : null;
  }
}
