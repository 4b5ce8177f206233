import type { Burst } from './burst.ts';
import type { LedgerRow, PageKey } from './ledger.ts';
import type { WriteMark } from './marks.ts';
import type { ShownOutcome } from './outcome.ts';

/** A row as the list needs it: the ledger's, with the title of the chunk it touched (null: none, or unknown) and its mark. */
export interface WriteRow extends LedgerRow {
  readonly chunk_title: string | null;
  /** A person's own; null: none. */
  readonly mark: WriteMark | null;
}

export interface WritesPage {
  /** Newest first. */
  readonly rows: readonly WriteRow[];
  /** True where older rows follow the last one. */
  readonly more: boolean;
  /** Where a search goes on that did not fill the page in the time of one step; absent or null: it is full. */
  readonly searched_to?: PageKey | null;
}

export interface WriteCounts {
  readonly matching: number;
  readonly total: number;
  /** Matching rows that are not known to have succeeded. */
  readonly failures: number;
}

export interface FacetValue {
  /** What goes into the filter. */
  readonly value: string;
  /** What a person reads. */
  readonly label: string;
  readonly count: number;
}

/** Each facet counts within the filter without its own dimension, so that its other values stay visible. */
export interface WriteFacets {
  readonly client: readonly FacetValue[];
  /** By `client_id`; the label is the connection's name. */
  readonly connection: readonly FacetValue[];
  readonly tool: readonly FacetValue[];
  readonly server: readonly FacetValue[];
  readonly outcome: readonly FacetValue[];
  readonly effect: readonly FacetValue[];
  readonly namespace: readonly FacetValue[];
}

export interface HistogramBar {
  readonly since_ms: number;
  readonly until_ms: number;
  readonly counts: Readonly<Record<ShownOutcome, number>>;
}

export interface Histogram {
  readonly since_ms: number;
  readonly until_ms: number;
  readonly bars: readonly HistogramBar[];
  readonly bursts: readonly Burst[];
}

/** A chunk as it stands now. */
export interface ChunkNow {
  readonly chunk_id: string;
  readonly title: string;
  readonly namespace: string;
  readonly version: number;
  /** Cut at 200,000 characters; `content_length` is the whole. */
  readonly content: string;
  readonly content_length: number;
  readonly tags: readonly string[];
  readonly notes: readonly {
    readonly note_id: string;
    readonly text: string;
    readonly created_ms: number;
    readonly write_id: number | null;
    readonly client_info: string | null;
    readonly client_name: string | null;
  }[];
  readonly created_ms: number;
  readonly updated_ms: number;
}

export interface ChunkVersion {
  readonly version: number;
  readonly created_ms: number;
  readonly title: string;
  readonly content_length: number;
  readonly write_id: number | null;
  /** Cut at 200,000 characters. */
  readonly content: string;
}

/** Three answers and "there is none": a refused call touched no chunk. */
export type ChunkState = 'none' | 'present' | 'deleted' | 'unknown';

export interface WriteDetail {
  readonly row: WriteRow;
  readonly chunk_state: ChunkState;
  /** Why the state is `unknown`; null otherwise. */
  readonly chunk_unknown_why: string | null;
  readonly chunk: ChunkNow | null;
  /** Newest first. */
  readonly versions: readonly ChunkVersion[];
  /** The version this write made; null where it made none. */
  readonly made_version: number | null;
  /** The tags that this write asked for; null: none, or not known. */
  readonly asked_tags: readonly string[] | null;
  readonly run: {
    readonly session_id: string;
    /** 1 is the run's first write. */
    readonly position: number;
    readonly length: number;
    readonly started_ms: number;
    /** Up to 4 before and 4 after, oldest first, this write among them. */
    readonly around: readonly WriteRow[];
  } | null;
  readonly connection: {
    readonly client_id: string;
    readonly name: string;
    /** Whether the client's own name fits the connection's; `unknown` where the connection names no client. */
    readonly agrees: 'agree' | 'disagree' | 'unknown';
  } | null;
  readonly undo: { readonly possible: boolean; readonly why: string };
}

export type RecordingState =
  | { readonly kind: 'recording' }
  | {
      readonly kind: 'not-recording';
      readonly since_ms: number;
      readonly lost: number;
      readonly why: string;
    };

/** Whether the ledger file can be read and written, in words a person can act on. */
export type LedgerState =
  /** `warning`: it works, but something about its history is worth knowing. */
  | { readonly kind: 'ok'; readonly warning?: string }
  /** A newer Inkwatch wrote this file: it is shown, not changed. */
  | { readonly kind: 'read-only'; readonly why: string }
  /** Found damaged. `setAside`: the file was kept there and a new one records; null: nothing records. */
  | { readonly kind: 'unreadable'; readonly why: string; readonly setAside: string | null };

export interface AppState {
  readonly version: string;
  readonly home: string;
  /** True in the sample home: the window marks itself throughout. */
  readonly sample: boolean;
  readonly ledger: LedgerState;
  readonly recording: RecordingState;
  /** Null while not serving; then `endpoint_error` says why. */
  readonly endpoint: string | null;
  readonly endpoint_error: string | null;
  readonly notifications: {
    readonly available: 'yes' | 'no' | 'unknown';
    readonly why: string;
  };
  readonly tray: 'present' | 'absent' | 'unknown';
  readonly unseen_bursts: number;
  readonly platform: string;
  /** Where secrets of servers are kept: sealed by the system's keychain, or in a file of mode 0600 as they are. */
  readonly secrets: 'keychain' | 'file';
  /** 0 Sunday … 6 Saturday: what `weekStart: 'locale'` means here. */
  readonly week_start: number;
  /** The JSONL audit log as it stands now; null: none is wanted. */
  readonly audit_log: {
    readonly path: string;
    readonly kind: 'ok' | 'failing';
    /** Since when it fails, and why; null while it does not. */
    readonly since_ms: number | null;
    readonly why: string | null;
    /** Lines that will never be in the file; since the program started. */
    readonly dropped: number;
  } | null;
}

/** Ready-to-copy ways to connect one client. */
export interface ConnectEntry {
  readonly key: 'claude-code' | 'claude-desktop' | 'cursor' | 'vs-code' | 'other';
  readonly name: string;
  readonly how: string;
  /** For the eye: the token is masked. */
  readonly shown: string;
  /** For the clipboard: complete. */
  readonly text: string;
}
export type ExportStarted =
  | {
      readonly kind: 'started';
      readonly export_id: number;
      readonly file: string;
      readonly total: number;
    }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'nothing'; readonly why: string };

export interface ExportProgress {
  readonly export_id: number;
  readonly state: 'running' | 'done' | 'cancelled' | 'failed';
  readonly written: number;
  readonly total: number;
  /** The file's path; when failed, `why` says what to do. */
  readonly file: string;
  readonly why: string | null;
}
