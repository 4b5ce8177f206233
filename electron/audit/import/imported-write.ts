import { clientInfoOf, saidByClient, UNKNOWN_CLIENT } from '../../../shared/client-names.ts';
import { EMBEDDED_SERVER, type LedgerRow, limits } from '../../../shared/ledger.ts';
import { type ErrorKind, errorKinds } from '../../../shared/outcome.ts';
import { parseSummary } from '../../../shared/summary-words.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import { storedWithin, storedWithinBytes } from '../stored-text.ts';

/** What another ledger knows of a write; everything it does not say stays null. */
export type ImportedWrite = Pick<
  LedgerRow,
  | 'timestamp_ms'
  | 'client_info'
  | 'tool_name'
  | 'args_summary'
  | 'resulting_chunk_id'
  | 'success'
  | 'error_message'
  | 'server_name'
  | 'client_name'
  | 'client_version'
  | 'session_id'
  | 'namespace'
  | 'reason'
  | 'error_kind'
  | 'finished_ms'
  | 'elapsed_ms'
>;

/** A record of a file: a write, or why it is none. */
export type ParsedRecord =
  | {
      readonly kind: 'write';
      /** `row`: the ledger's own columns; `eight`: the first eight of them; `line`: the JSONL sink's. */
      readonly shape: 'row' | 'eight' | 'line';
      /** The number it has in its file; null: none. */
      readonly sourceId: number | null;
      readonly write: ImportedWrite;
    }
  | { readonly kind: 'bad'; readonly why: string };

const longestSummary = 64 * 1024;
/** The last moment that a JavaScript date can name. */
const lastMs = 8.64e15;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a record in the ledger's own column names: a row of an `mcp_writes` table with eight columns or
 * more, or a line of our JSONL export.
 */
export function parseRow(row: Fields): ParsedRecord {
  if (!isMoment(row.timestamp_ms)) return bad('timestamp_ms is not a time in milliseconds');
  const success = row.success;
  if (success !== 0 && success !== 1) return bad('success is neither 0 nor 1');
  const tool = name(row.tool_name);
  if (tool === null) return bad('tool_name is missing');
  if (typeof row.client_info !== 'string') return bad('client_info is missing');
  const wrong = notText(row, ['args_summary', 'resulting_chunk_id', 'error_message']);
  if (wrong !== null) return bad(`${wrong} is no text`);
  const summary = text(row.args_summary, longestSummary);
  // Eight columns know no outcome that nobody saw: a row was written when the answer was there.
  const finished = row.finished_ms === undefined ? row.timestamp_ms : row.finished_ms;
  return {
    kind: 'write',
    shape: 'server_name' in row ? 'row' : 'eight',
    sourceId: whole(row.id),
    write: {
      timestamp_ms: row.timestamp_ms,
      client_info: label(row.client_info),
      tool_name: tool,
      args_summary: summary,
      resulting_chunk_id: text(row.resulting_chunk_id, 256),
      success,
      error_message: error(row.error_message),
      server_name: name(row.server_name) ?? EMBEDDED_SERVER,
      client_name: saidByClient(row.client_name),
      client_version: saidByClient(row.client_version),
      session_id: text(row.session_id, 256),
      namespace: text(row.namespace, 256) ?? namespaceIn(summary),
      reason: text(row.reason, limits.reason),
      error_kind: errorKindOf(row.error_kind),
      finished_ms: isMoment(finished) ? finished : null,
      elapsed_ms: duration(row.elapsed_ms),
    },
  };
}

/** Reads a line of the JSONL sink, or of another gateway's log in that shape. */
function parseAuditLine(line: Fields): ParsedRecord {
  if (typeof line.schema_version === 'number' && line.schema_version > 1) {
    return bad(`schema_version ${line.schema_version} is newer than this program knows`);
  }
  const at =
    line.timestamp_ms ??
    (typeof line.ts_unix === 'number' ? Math.round(line.ts_unix * 1000) : null);
  if (!isMoment(at)) return bad('neither timestamp_ms nor ts_unix is a time');
  const tool = name(line.tool);
  if (tool === null) return bad('tool is missing');
  const { ok = null } = line;
  if (ok !== null && typeof ok !== 'boolean') return bad('ok is neither true, false nor null');
  const client = isFields(line.client) ? line.client : {};
  const client_name = saidByClient(client.name);
  const elapsed_ms = duration(line.elapsed_ms);
  const { db, sql } = line;
  const summary = typeof db === 'string' || typeof sql === 'string' ? { db, sql } : null;
  return {
    kind: 'write',
    shape: 'line',
    sourceId: whole(line.id),
    write: {
      timestamp_ms: at,
      client_info:
        typeof line.client_info === 'string' ? label(line.client_info) : clientInfoOf(client_name),
      tool_name: tool,
      args_summary: summary === null ? null : text(JSON.stringify(summary), longestSummary),
      resulting_chunk_id: null,
      success: ok === true ? 1 : 0,
      error_message: error(line.error),
      server_name: name(line.server) ?? EMBEDDED_SERVER,
      client_name,
      client_version: saidByClient(client.version),
      session_id: text(line.session_id, 256),
      namespace: null,
      reason: text(line.reason, limits.reason),
      error_kind: null,
      finished_ms: ok === null ? null : at + (elapsed_ms ?? 0),
      elapsed_ms,
    },
  };
}

/** Reads one line of a JSONL file, in either of the two shapes. */
export function parseLine(line: string): ParsedRecord {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return bad('it is not one JSON value');
  }
  if (!isFields(value)) return bad('it is not a JSON object');
  return 'tool_name' in value ? parseRow(value) : parseAuditLine(value);
}

function bad(why: string): ParsedRecord {
  return { kind: 'bad', why };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMoment(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= lastMs;
}

function notText(row: Fields, names: readonly string[]): string | null {
  return (
    names.find((key) => !['string', 'undefined'].includes(typeof (row[key] ?? undefined))) ?? null
  );
}

function text(value: unknown, max: number): string | null {
  return typeof value === 'string' && value !== '' ? storedWithin(value, max) : null;
}

function name(value: unknown): string | null {
  const line =
    typeof value === 'string'
      ? cutCharacters(visibleLine(value.slice(0, limits.toolName * 4)), limits.toolName)
      : '';
  return line === '' ? null : line;
}

/** A label keeps its spelling, or what other ledgers joined by it would fall apart. */
function label(value: string): string {
  const line = cutCharacters(visibleLine(value.slice(0, 1024)), 256);
  return line === '' ? UNKNOWN_CLIENT : line;
}

function error(value: unknown): string | null {
  return typeof value === 'string' ? storedWithinBytes(value, limits.embeddedError) : null;
}

function whole(value: unknown): number | null {
  return Number.isSafeInteger(value) ? Number(value) : null;
}

function duration(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= lastMs ? Math.round(value) : null;
}

function errorKindOf(value: unknown): ErrorKind | null {
  return errorKinds.find((kind) => kind === value) ?? null;
}

function namespaceIn(summary: string | null): string | null {
  return text(parseSummary(summary).namespace, 256);
}
