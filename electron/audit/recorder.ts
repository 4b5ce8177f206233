import type { WriteHandle } from '../db/handles.ts';
import type { WriteRecord } from './write-record.ts';

/** What the dispatcher passes on after the commit: to the burst keeper, the window, the client. */
export interface RecordedWrite {
  readonly id: number;
  readonly timestamp_ms: number;
  readonly client_info: string;
  readonly client_name: string | null;
  readonly failed: boolean;
  /** The first row with the same content from the same client; null: this is the first. */
  readonly repeats_id: number | null;
  readonly repeat_no: number;
}

/** All of it runs inside the caller's open transaction. Its only caller is `dispatchWrite`. */
export interface Recorder {
  /** The id that the next `record` in this transaction gives its row; memory changes carry it as `write_id`. */
  nextId(): number;
  record(write: WriteRecord): RecordedWrite;
  /** The same call (session, JSON-RPC id, body) arrived again: counts it on its row. */
  countAttempt(rowId: number): void;
}

export function createRecorder(_db: WriteHandle): Recorder {
  throw new Error('createRecorder: body follows');
}
