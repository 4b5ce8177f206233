import type { WriteRow } from './answers.ts';
import type { PageKey, SessionKind } from './ledger.ts';

/** All writes with one `session_id`. */
export interface RunRow {
  readonly session_id: string;
  readonly session_kind: SessionKind | null;
  /** Usually one. More: two clients gave the same run, which is worth seeing. */
  readonly clients: readonly {
    readonly client_info: string;
    readonly client_name: string | null;
    readonly client_version: string | null;
    readonly client_id: string | null;
  }[];
  readonly started_ms: number;
  /** The time of its newest write. */
  readonly ended_ms: number;
  readonly writes: number;
  /** Not known to have succeeded. */
  readonly failures: number;
  readonly refused: number;
  readonly unknown: number;
  /** Writes of it that match the filter asked for. */
  readonly matching: number;
  /** The newest of these: runs come in its order, and a page starts behind it. */
  readonly newest: PageKey;
  readonly tools: readonly { readonly tool_name: string; readonly count: number }[];
  /** The first reason given in it; null: none was. */
  readonly title: string | null;
  readonly model: string | null;
}

export interface RunsPage {
  /** Newest matching write first; without a filter that is the newest end. */
  readonly rows: readonly RunRow[];
  readonly more: boolean;
  /** Where a search goes on that did not fill the page in the time of one step; absent or null: it is full. */
  readonly searched_to?: PageKey | null;
}

/** A run with its writes, oldest first; a write's offset is its time less `run.started_ms`. */
export interface RunWrites {
  /** Null: no such run. */
  readonly run: RunRow | null;
  readonly rows: readonly WriteRow[];
  readonly more: boolean;
}
