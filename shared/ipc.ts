import { z } from 'zod';
import type {
  AppState,
  ConnectEntry,
  ExportProgress,
  ExportStarted,
  Histogram,
  WriteCounts,
  WriteDetail,
  WriteFacets,
  WritesPage,
} from './answers.ts';
import type { Burst } from './burst.ts';
import { type WriteFilter, writeFilterSchema } from './filter.ts';
import { pageKeySchema } from './ledger.ts';
import { type Settings, settingsPatchSchema } from './settings.ts';

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
