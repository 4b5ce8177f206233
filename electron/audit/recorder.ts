import { type Effect, EMBEDDED_SERVER, type LedgerRow, limits } from '../../shared/ledger.ts';
import { cutCharacters } from '../../shared/text.ts';
import type { WriteHandle } from '../db/handles.ts';
import { indexLateText } from '../db/search-index.ts';
import {
  addAttempt,
  fillOutcome,
  insertOutcomeHash,
  insertWrite,
  ledgerHead,
  markReverted,
  newestOutcomeHash,
  newestWithContent,
} from '../db/writers/ledger.ts';
import { argumentsDigest, digestKeys } from './digest.ts';
import { type OutcomeColumns, outcomeHash, rowHash } from './row-hash.ts';
import { storedSummary, storedText, storedWithin, storedWithinBytes } from './stored-text.ts';
import type { LaterOutcome, WriteRecord } from './write-record.ts';

/** What the dispatcher passes on after the commit: to the burst keeper, the window, the client. */
export interface RecordedWrite {
  readonly id: number;
  readonly timestamp_ms: number;
  readonly client_info: string;
  readonly client_name: string | null;
  /** The connection that it came through; null: none. */
  readonly client_id: string | null;
  readonly failed: boolean;
  readonly effect: Effect;
  /** Its outcome is to come. */
  readonly pending: boolean;
  /** The first row with the same content from the same client; null: this is the first. */
  readonly repeats_id: number | null;
  readonly repeat_no: number;
}

/** All of it runs inside the caller's open transaction. Its only caller is `dispatchWrite`. */
export interface Recorder {
  /** The id that the next `record` in this transaction gives its row; memory changes carry it as `write_id`. */
  nextId(): number;
  record(write: WriteRecord): RecordedWrite;
  /** Says what became of a row that was recorded as pending; once. @throws where no row waits under this id */
  settle(write: SettledWrite): void;
  /** The same call (session, JSON-RPC id, body) arrived again: counts it on its row. */
  countAttempt(rowId: number): void;
}

/** An outcome for the row that was there first. */
export interface SettledWrite {
  readonly id: number;
  readonly server_name: string;
  readonly started_ms: number;
  readonly outcome: LaterOutcome;
}

type Chained = Omit<LedgerRow, 'row_hash'>;

/** At most 1,024 bytes for our own tools, 300 characters for what an upstream said. */
function storedError(server: string, message: string): string {
  return server === EMBEDDED_SERVER
    ? storedWithinBytes(message, limits.embeddedError)
    : cutCharacters(storedText(message), limits.upstreamError);
}

/** A row without `finished_ms` has no outcome, whatever else is known of it. */
function outcomeOfRow({
  outcome,
  started_ms,
  server_name,
}: Pick<WriteRecord, 'started_ms' | 'server_name'> & {
  readonly outcome: WriteRecord['outcome'] | LaterOutcome;
}): OutcomeColumns {
  const none = {
    resulting_chunk_id: null,
    success: 0,
    error_message: null,
    error_kind: null,
    finished_ms: null,
    elapsed_ms: null,
  } as const;
  switch (outcome.kind) {
    case 'pending':
      return none;
    case 'unknown':
      return {
        ...none,
        error_message: storedError(server_name, outcome.message),
        error_kind: outcome.error_kind,
      };
    case 'succeeded':
    case 'failed': {
      const failed = outcome.kind === 'failed';
      const elapsed = Math.max(0, Math.round(outcome.elapsed_ms));
      return {
        resulting_chunk_id: storedWithin(outcome.chunk_id, limits.runId),
        success: failed ? 0 : 1,
        error_message: failed ? storedError(server_name, outcome.message) : null,
        error_kind: failed ? outcome.error_kind : null,
        finished_ms: started_ms + elapsed,
        elapsed_ms: elapsed,
      };
    }
  }
}

function rowOf(
  write: WriteRecord,
): Omit<Chained, 'id' | 'args_digest' | 'repeats_id' | 'repeat_no'> {
  const { caller } = write;
  return {
    timestamp_ms: write.started_ms,
    client_info: storedText(caller.client_info),
    tool_name: cutCharacters(storedText(write.tool_name), limits.toolName),
    args_summary: storedSummary(write.summary),
    ...outcomeOfRow(write),
    server_name: cutCharacters(storedText(write.server_name), limits.toolName),
    client_name: storedWithin(caller.client_name, limits.clientName),
    client_version: storedWithin(caller.client_version, limits.clientName),
    client_id: storedWithin(caller.client_id, limits.runId),
    session_id: storedWithin(caller.session_id, limits.runId),
    session_kind: caller.session_kind,
    turn_id: storedWithin(caller.turn_id, limits.runId),
    call_id: storedWithin(caller.call_id, limits.runId),
    model: storedWithin(caller.model, limits.runId),
    transport: caller.transport,
    protocol_version: storedWithin(caller.protocol_version, limits.runId),
    namespace: storedWithin(write.namespace, limits.runId),
    reason: storedWithin(write.reason, limits.reason),
    attempts: 1,
    reverts_id: write.reverts_id,
    reverted_by_id: null,
    effect: write.effect ?? 'write',
  };
}

/** @param db of the ledger; every call reads what it needs there, so that a replaced file is no special case. */
export function createRecorder(db: WriteHandle): Recorder {
  const keyOf = digestKeys();
  return {
    nextId: () => ledgerHead(db).next_id,
    record(write) {
      const head = ledgerHead(db);
      const row = rowOf(write);
      // Arguments that nobody read are not the same as others that nobody read.
      const args_digest =
        write.arguments === undefined
          ? null
          : argumentsDigest(keyOf(head.digest_key), write.arguments);
      const same = newestWithContent(db, { ...row, args_digest });
      const chained: Chained = {
        ...row,
        id: head.next_id,
        args_digest,
        repeats_id: same === undefined ? null : (same.repeats_id ?? same.id),
        repeat_no: (same?.repeat_no ?? 0) + 1,
      };
      const form = write.outcome.kind === 'pending' ? 2 : 1;
      const row_hash = rowHash(head.row_hash ?? '', chained, form);
      insertWrite(db, { ...chained, row_hash }, form);
      if (row.reverts_id !== null && row.success === 1) {
        markReverted(db, row.reverts_id, chained.id);
      }
      return {
        id: chained.id,
        timestamp_ms: row.timestamp_ms,
        client_info: row.client_info,
        client_name: row.client_name,
        client_id: row.client_id,
        failed: row.success === 0 && form === 1,
        effect: row.effect,
        pending: form === 2,
        repeats_id: chained.repeats_id,
        repeat_no: chained.repeat_no,
      };
    },
    settle(write) {
      const outcome = outcomeOfRow(write);
      if (!fillOutcome(db, write.id, outcome)) {
        throw new Error(`no row waits for an outcome under the id ${write.id}`);
      }
      const hash = outcomeHash(newestOutcomeHash(db) ?? '', write.id, outcome);
      insertOutcomeHash(db, write.id, hash);
      indexLateText(db, write.id);
    },
    countAttempt: (rowId) => addAttempt(db, rowId),
  };
}
