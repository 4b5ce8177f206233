import { GAP_TOOL, type LedgerRow } from './ledger.ts';
import { outcomeOf } from './outcome.ts';
import { visibleLine } from './text.ts';
import { UNDO_TOOL } from './tools.ts';

/** A piece of the "what" of a write; `strong` pieces are the names a person looks for. */
export interface WordPiece {
  readonly text: string;
  readonly kind: 'plain' | 'strong' | 'quiet' | 'code';
}

type SummaryRow = Pick<
  LedgerRow,
  | 'tool_name'
  | 'args_summary'
  | 'resulting_chunk_id'
  | 'success'
  | 'finished_ms'
  | 'error_kind'
  | 'error_message'
> & { readonly chunk_title?: string | null };

/** Reads `args_summary`; a damaged or foreign one is an empty object, never an error. */
export function parseSummary(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {};
  } catch {
    return {};
  }
}

const plain = (text: string): WordPiece => ({ text, kind: 'plain' });
const strong = (text: string): WordPiece => ({ text: `“${visibleLine(text)}”`, kind: 'strong' });
const code = (text: string): WordPiece => ({ text: visibleLine(text), kind: 'code' });
const quiet = (text: string): WordPiece => ({ text: visibleLine(text), kind: 'quiet' });

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The args summary in words: *stored "Q3 plan" in notes*. Pure text; hostile characters are made visible. */
export function summaryWords(row: SummaryRow): readonly WordPiece[] {
  const summary = parseSummary(row.args_summary);
  if (row.error_kind === 'refused') {
    return [plain(`refused: ${visibleLine(row.error_message ?? 'no reason recorded')}`)];
  }
  const chunk = strong(
    row.chunk_title ?? textOf(summary.chunk_id) ?? row.resulting_chunk_id ?? 'unknown chunk',
  );
  // A failed row of an older ledger says no kind, and an unknown outcome is no success.
  const did = outcomeOf(row) === 'succeeded';
  switch (row.tool_name) {
    case 'memory.store': {
      const title = textOf(summary.title);
      const namespace = textOf(summary.namespace);
      return [
        plain(did ? 'stored' : 'tried to store'),
        title === null ? plain('without a title') : strong(title),
        ...(namespace === null ? [] : [plain('in'), quiet(namespace)]),
      ];
    }
    case 'memory.note': {
      const length = summary.note_text_length;
      const what = typeof length === 'number' ? `a note of ${length} characters` : 'a note';
      return [plain(`${did ? 'added' : 'tried to add'} ${what} to`), chunk];
    }
    case 'tree.tag': {
      const tags = Array.isArray(summary.tags)
        ? summary.tags.filter((tag): tag is string => typeof tag === 'string')
        : [];
      return [
        plain(did ? 'tagged' : 'tried to tag'),
        chunk,
        ...(tags.length === 0 ? [] : [plain('with'), quiet(tags.join(', '))]),
      ];
    }
    case 'sql.execute':
    case 'sql.integrity_check': {
      const db = textOf(summary.db);
      const where = db === null ? plain('a database') : strong(db);
      if (row.tool_name === 'sql.integrity_check') {
        return [plain(did ? 'checked' : 'tried to check'), where];
      }
      const sql = textOf(summary.sql);
      return [
        plain(did ? 'ran' : 'tried to run'),
        sql === null ? plain('nothing') : code(sql),
        plain('in'),
        where,
      ];
    }
    case UNDO_TOOL:
      return [
        plain(did ? 'undid' : 'tried to undo'),
        plain(visibleLine(`write ${String(summary.write_id ?? '?')}`)),
      ];
    case GAP_TOOL: {
      const { calls, at_least, why } = summary;
      const count =
        typeof calls === 'number' ? `${calls} ${calls === 1 ? 'call' : 'calls'}` : 'calls';
      const reason = textOf(why);
      return [
        plain(`${at_least === true ? 'at least ' : ''}${count} left no row`),
        ...(reason === null ? [] : [quiet(`(${reason})`)]),
      ];
    }
    default: {
      const { decided_by, ...told } = summary;
      const rest = Object.entries(told)
        .filter((entry): entry is [string, string | number] =>
          ['string', 'number'].includes(typeof entry[1]),
        )
        .map(([key, value]) => `${key} ${value}`)
        .join(', ');
      return [
        plain(visibleLine(row.tool_name)),
        ...(rest === '' ? [] : [quiet(rest)]),
        // What a person or a policy refused is told by its error; of what ran, who let it is.
        ...(decided_by === 'person' ? [plain('(you approved it)')] : []),
      ];
    }
  }
}

/** The same as one string, for CSV-free places: notification, tooltip, screen reader. */
export function summaryText(row: SummaryRow): string {
  return summaryWords(row)
    .map((piece) => piece.text)
    .join(' ');
}
