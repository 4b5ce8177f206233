import { z } from 'zod';
import type { Burst } from './burst.ts';
import { type WriteFilter, writeFilterSchema } from './filter.ts';
import { type LedgerRow, pageKeySchema } from './ledger.ts';
import type { ShownOutcome } from './outcome.ts';
import { type Settings, settingsPatchSchema } from './settings.ts';

/** A row as the list needs it: the ledger's, with the title of the chunk it touched (null: none, or unknown). */
export interface WriteRow extends LedgerRow {
  readonly chunk_title: string | null;
}

export interface WritesPage {
  /** Newest first. */
  readonly rows: readonly WriteRow[];
  /** True where older rows follow the last one. */
  readonly more: boolean;
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
  readonly tool: readonly FacetValue[];
  readonly server: readonly FacetValue[];
  readonly outcome: readonly FacetValue[];
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
  /** 0 Sunday … 6 Saturday: what `weekStart: 'locale'` means here. */
  readonly week_start: number;
}

/** Ready-to-copy ways to connect one client. */
export interface ConnectEntry {
  readonly key: 'claude-code' | 'cursor' | 'vs-code' | 'other';
  readonly name: string;
  readonly how: string;
  /** For the eye: the token is masked. */
  readonly shown: string;
  /** For the clipboard: complete. */
  readonly text: string;
}

export const exportRequestSchema = z.strictObject({
  scope: z.enum(['filtered', 'selected', 'all']),
  filter: writeFilterSchema,
  /** Ids for `selected`; empty otherwise. */
  ids: z.array(z.int().positive()).max(10_000),
  format: z.enum(['csv', 'jsonl']),
  byteOrderMark: z.boolean(),
  timeZone: z.enum(['local', 'utc']),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

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

const noArgs = z.strictObject({});
const writeId = z.strictObject({ id: z.int().positive() });

/** Arguments of each request, parsed before its handler runs. */
export const requestSchemas = {
  'app:state': noArgs,
  'app:open-sample': noArgs,
  'app:open-link': z.strictObject({ url: z.string().max(4096) }),
  'app:quit': noArgs,
  'connect:entries': noArgs,
  'writes:page': z.strictObject({
    filter: writeFilterSchema,
    limit: z.int().min(1).max(500),
    /** Rows older than this; null: from the newest. */
    before: pageKeySchema.nullable(),
  }),
  /** Rows newer than `after`, oldest of them first to page, answered newest first; for the live tail. */
  'writes:newer': z.strictObject({
    filter: writeFilterSchema,
    after: pageKeySchema.nullable(),
    limit: z.int().min(1).max(500),
  }),
  'writes:counts': z.strictObject({ filter: writeFilterSchema }),
  'writes:facets': z.strictObject({ filter: writeFilterSchema }),
  'writes:histogram': z.strictObject({
    filter: writeFilterSchema,
    bars: z.int().min(1).max(400),
  }),
  /** Matching writes in each `[day, nextDay)`; `days` are local midnights, ms. */
  'writes:day-counts': z.strictObject({
    filter: writeFilterSchema,
    days: z.array(z.strictObject({ since_ms: z.int(), until_ms: z.int() })).max(60),
  }),
  'writes:detail': writeId,
  'writes:undo': writeId,
  'export:start': exportRequestSchema,
  'export:cancel': z.strictObject({ export_id: z.int() }),
  'export:reveal': z.strictObject({ export_id: z.int() }),
  'bursts:list': z.strictObject({ limit: z.int().min(1).max(200) }),
  'bursts:seen': z.strictObject({ ids: z.array(z.int().positive()).max(200) }),
  'settings:get': noArgs,
  'settings:set': settingsPatchSchema,
  'notifications:mute': z.strictObject({
    /** 0 ends the mute. */
    minutes: z.union([z.literal(0), z.literal(15), z.literal(30), z.literal(60)]),
  }),
} as const satisfies Record<string, z.ZodType>;

export type RequestName = keyof typeof requestSchemas;
export type RequestArgs<Name extends RequestName> = z.input<(typeof requestSchemas)[Name]>;

/** What each request answers. A refusal is an `IpcFailure`, thrown as an Error with its message in the window. */
export interface RequestResults {
  'app:state': AppState;
  'app:open-sample': { readonly opened: boolean; readonly why: string };
  'app:open-link': { readonly opened: boolean; readonly why: string };
  'app:quit': null;
  'connect:entries': readonly ConnectEntry[];
  'writes:page': WritesPage;
  'writes:newer': WritesPage;
  'writes:counts': WriteCounts;
  'writes:facets': WriteFacets;
  'writes:histogram': Histogram;
  'writes:day-counts': readonly number[];
  /** Null: no such row. */
  'writes:detail': WriteDetail | null;
  'writes:undo': { readonly undone: boolean; readonly why: string; readonly row_id: number | null };
  'export:start': ExportStarted;
  'export:cancel': null;
  'export:reveal': null;
  'bursts:list': readonly Burst[];
  'bursts:seen': null;
  'settings:get': Settings;
  'settings:set': Settings;
  'notifications:mute': Settings;
}

/** What the main process says unasked. */
export interface Pushes {
  /** New or changed rows; sent at most every 50 ms. */
  'writes:appended': { readonly appended: number; readonly newest_id: number };
  'app:state': AppState;
  'settings:changed': Settings;
  /** A burst began, grew tenfold, or ended. */
  'bursts:changed': Burst;
  'export:progress': ExportProgress;
  /** A notification, the tray or the menu asks the window to show something. */
  'window:show':
    | { readonly filter: WriteFilter }
    | { readonly page: 'writes' | 'settings' }
    | { readonly dialog: 'export' };
}
export type PushName = keyof Pushes;

/** The answer envelope: failures cross the bridge as data, without a stack. */
export type IpcAnswer<Name extends RequestName> =
  | { readonly ok: true; readonly value: RequestResults[Name] }
  | { readonly ok: false; readonly message: string };

/** `window.inkwatch`: named functions only, built in `electron/preload.ts`, no generic channel. */
export interface InkwatchApi {
  readonly app: {
    state(): Promise<AppState>;
    openSample(): Promise<RequestResults['app:open-sample']>;
    openLink(url: string): Promise<RequestResults['app:open-link']>;
    quit(): Promise<null>;
    onState(listener: (state: AppState) => void): () => void;
    onShow(listener: (what: Pushes['window:show']) => void): () => void;
  };
  readonly connect: { entries(): Promise<readonly ConnectEntry[]> };
  readonly writes: {
    page(args: RequestArgs<'writes:page'>): Promise<WritesPage>;
    newer(args: RequestArgs<'writes:newer'>): Promise<WritesPage>;
    counts(filter: WriteFilter): Promise<WriteCounts>;
    facets(filter: WriteFilter): Promise<WriteFacets>;
    histogram(args: RequestArgs<'writes:histogram'>): Promise<Histogram>;
    dayCounts(args: RequestArgs<'writes:day-counts'>): Promise<readonly number[]>;
    detail(id: number): Promise<WriteDetail | null>;
    undo(id: number): Promise<RequestResults['writes:undo']>;
    onAppended(listener: (what: Pushes['writes:appended']) => void): () => void;
  };
  readonly export: {
    start(request: ExportRequest): Promise<ExportStarted>;
    cancel(exportId: number): Promise<null>;
    reveal(exportId: number): Promise<null>;
    onProgress(listener: (progress: ExportProgress) => void): () => void;
  };
  readonly bursts: {
    list(limit: number): Promise<readonly Burst[]>;
    seen(ids: readonly number[]): Promise<null>;
    onChanged(listener: (burst: Burst) => void): () => void;
  };
  readonly settings: {
    get(): Promise<Settings>;
    set(patch: RequestArgs<'settings:set'>): Promise<Settings>;
    mute(minutes: 0 | 15 | 30 | 60): Promise<Settings>;
    onChanged(listener: (settings: Settings) => void): () => void;
  };
}
