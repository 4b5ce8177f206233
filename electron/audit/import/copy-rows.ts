import type { WriteHandle } from '../../db/handles.ts';
import { countSameRows, type SameRow } from '../../db/readers/same-rows.ts';
import { insertWrite, ledgerHead } from '../../db/writers/ledger.ts';
import { rowHash } from '../row-hash.ts';
import type { ImportedWrite, ParsedRecord } from './imported-write.ts';
import type { Occurrences } from './occurrences.ts';

export type ImportRecord = Extract<ParsedRecord, { kind: 'write' }>;

export interface Copied {
  readonly added: number;
  /** The ledger had them. */
  readonly present: number;
}

type Compared = SameRow<keyof ImportedWrite>;

/** What a record of each shape carries and the ledger keeps as it came. */
const compared: Readonly<Record<ImportRecord['shape'], Compared>> = {
  row: {
    columns: ['server_name', 'session_id', 'reason', 'error_message'],
    // The same write may have come from a JSONL file, whose lines have neither.
    maybeAbsent: ['args_summary', 'resulting_chunk_id'],
  },
  eight: { columns: ['args_summary', 'resulting_chunk_id', 'error_message'], maybeAbsent: [] },
  line: { columns: ['server_name', 'session_id', 'reason', 'error_message'], maybeAbsent: [] },
};

/**
 * Copies rows that another ledger recorded, in one transaction. This is no second door for writes: nobody
 * calls a tool here, nothing is decided and no burst fires. The rows keep their times, say `import` as
 * their transport, name no connection, and join the hash chain where they arrive.
 */
export function copyRows(
  db: WriteHandle,
  records: readonly ImportRecord[],
  occurrences: Occurrences,
): Copied {
  return db.transaction(() => {
    let added = 0;
    for (const { write, shape, sourceId } of records) {
      const same = compared[shape];
      const key = JSON.stringify([
        write.client_info,
        write.tool_name,
        ...[...same.columns, ...same.maybeAbsent].map((column) => write[column]),
      ]);
      const nth = occurrences.count(write.timestamp_ms, key, sourceId);
      if (countSameRows(db, write, same) >= nth) continue;
      insert(db, write);
      added += 1;
    }
    return { added, present: records.length - added };
  });
}

function insert(db: WriteHandle, write: ImportedWrite): void {
  const head = ledgerHead(db);
  const row = {
    ...write,
    id: head.next_id,
    client_id: null,
    session_kind: null,
    turn_id: null,
    call_id: null,
    model: null,
    transport: 'import' as const,
    protocol_version: null,
    args_digest: null,
    attempts: 1,
    repeats_id: null,
    repeat_no: 1,
    reverts_id: null,
    reverted_by_id: null,
    effect: 'write' as const,
  };
  insertWrite(db, { ...row, row_hash: rowHash(head.row_hash ?? '', row) });
}
