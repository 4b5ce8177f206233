import fc from 'fast-check';
import { effects, type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';
import type { WriteHandle } from '../db/handles.ts';
import { insertWrite } from '../db/writers/ledger.ts';

/** A whole row of the ledger; what a test does not name is unremarkable. */
export function rowWith(row: Partial<LedgerRow> & { readonly id: number }): LedgerRow {
  return {
    timestamp_ms: 1_780_000_000_000 + row.id,
    client_info: 'mcp:claude-code',
    tool_name: 'memory.store',
    args_summary: `{"title":"row ${row.id}","namespace":"mcp","tag_count":0}`,
    resulting_chunk_id: null,
    success: 1,
    error_message: null,
    server_name: 'inkwatch',
    client_name: 'claude-code',
    client_version: '2.1.197',
    client_id: 'home',
    session_id: 'run-1',
    session_kind: 'transport',
    turn_id: null,
    call_id: null,
    model: null,
    transport: 'http',
    protocol_version: '2025-11-25',
    namespace: 'mcp',
    reason: null,
    args_digest: null,
    error_kind: null,
    finished_ms: 1_780_000_000_001 + row.id,
    elapsed_ms: 1,
    attempts: 1,
    repeats_id: null,
    repeat_no: 1,
    reverts_id: null,
    reverted_by_id: null,
    effect: 'write',
    row_hash: null,
    ...row,
  };
}

/** Writes rows in one transaction. */
export function putRows(db: WriteHandle, rows: readonly LedgerRow[]): void {
  db.transaction(() => {
    for (const row of rows) insertWrite(db, row);
  });
}

const words = fc.constantFrom(
  ...[
    'plan',
    'Plan',
    '100%',
    '100 items',
    'C:\\temp\\new',
    'École',
    'école',
    "it's [x] ok",
    '_',
    '%',
  ],
  ...['memory_store', 'memoryXstore', '🦊 fox', 'exfiltrate', 'a"b', '\u202e', 'İstanbul', 'ß'],
);

/** The connections of `someRows`, but for the home's own: id and name. */
const otherConnections = [
  ['c-00000000000000aa', 'Work Laptop'],
  ['c-00000000000000bb', 'Caf\u00e9'],
] as const;

/** Adds the connections that `someRows` came over. */
export function putConnections(db: WriteHandle): void {
  for (const [id, name] of otherConnections) {
    db.run('INSERT INTO connections (client_id, name, created_ms) VALUES (?, ?, 1)', [id, name]);
  }
}

/** The name of the connection that a row of `someRows` came over; null: it has none. */
export function connectionOf(row: LedgerRow): string | null {
  if (row.client_id === 'home') return 'This computer';
  return otherConnections.find(([id]) => id === row.client_id)?.[1] ?? null;
}

/** Ids and names that meet those connections, and one that meets none. */
export const someConnections = [
  ...['home', 'this COMPUTER', 'c-00000000000000aa', 'work laptop', 'CAFE\u0301'],
  ...['c-00000000000000cc', 'nobody', 'Home'],
];

/** Rows whose values meet and miss each other often; ids are given by `numbered`. */
const someRow = fc.record({
  timestamp_ms: fc.integer({ min: 0, max: 40 }),
  client_info: fc.constantFrom(
    'mcp',
    'mcp:claude-ai',
    'mcp:claude-desktop',
    'mcp:cursor',
    'mcp:cursor-nightly',
    'mcp:a_b',
    'mcp:aXb',
  ),
  tool_name: fc.constantFrom('memory.store', 'memory.note', 'tree.tag', 'memory_store'),
  // The last of them is a connection that the ledger does not know.
  client_id: fc.constantFrom(
    null,
    'home',
    ...otherConnections.map(([id]) => id),
    'c-00000000000000cc',
  ),
  effect: fc.constantFrom(...effects),
  server_name: fc.constantFrom('inkwatch', 'github'),
  namespace: fc.constantFrom(null, 'mcp', 'notes'),
  session_id: fc.constantFrom(null, 'run-1', 'run-2'),
  client_name: fc.option(words),
  args_summary: fc.option(words.map((title) => JSON.stringify({ title }))),
  reason: fc.option(words),
  error_message: fc.option(words),
  outcome: fc.constantFrom(
    'succeeded' as const,
    'failed' as const,
    'refused' as const,
    'unknown' as const,
  ),
});

/** Up to `most` rows with ids from 1. */
export const someRows = (most: number): fc.Arbitrary<readonly LedgerRow[]> =>
  fc.array(someRow, { maxLength: most }).map((rows) =>
    rows.map(({ outcome, ...row }, n) =>
      rowWith({
        ...row,
        id: n + 1,
        success: outcome === 'succeeded' ? 1 : 0,
        finished_ms: outcome === 'unknown' ? null : row.timestamp_ms,
        error_kind: outcome === 'refused' ? 'refused' : outcome === 'failed' ? 'tool' : null,
      }),
    ),
  );

/** Only the ledger's own columns, for comparing with what a reader gave. */
export function ledgerRowOf(row: LedgerRow): LedgerRow {
  return Object.fromEntries(
    ledgerColumns.map((column) => [column, row[column]]),
  ) as unknown as LedgerRow;
}
