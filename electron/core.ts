import type { Burst } from '../shared/burst.ts';
import type {
  ExportProgress,
  Histogram,
  LedgerState,
  Pushes,
  RecordingState,
  RequestResults,
  WriteCounts,
  WriteDetail,
  WriteFacets,
  WritesPage,
} from '../shared/ipc.ts';
import type { WriteFilter } from '../shared/filter.ts';
import type { PageKey } from '../shared/ledger.ts';
import type { Settings, SettingsPatch } from '../shared/settings.ts';

export interface CoreOptions {
  /** The data folder; made when missing. */
  readonly home: string;
  /** Overrides the settings' port; 0 picks a free one. */
  readonly port?: number;
  readonly version: string;
  /** Where the built workers are; default: beside this module's bundle. */
  readonly workerFolder?: string;
}

/** Reads for window and CLI; all of them run off the main thread, none outlives its answer. */
export interface CoreReads {
  page(filter: WriteFilter, limit: number, before: PageKey | null): Promise<WritesPage>;
  newer(filter: WriteFilter, after: PageKey | null, limit: number): Promise<WritesPage>;
  counts(filter: WriteFilter): Promise<WriteCounts>;
  facets(filter: WriteFilter): Promise<WriteFacets>;
  histogram(filter: WriteFilter, bars: number): Promise<Histogram>;
  dayCounts(
    filter: WriteFilter,
    days: readonly { readonly since_ms: number; readonly until_ms: number }[],
  ): Promise<readonly number[]>;
  detail(id: number): Promise<WriteDetail | null>;
  bursts(limit: number): Promise<readonly Burst[]>;
}

export interface ExportJob {
  readonly file: string;
  readonly scope:
    | { readonly kind: 'filter'; readonly filter: WriteFilter }
    | { readonly kind: 'ids'; readonly ids: readonly number[] };
  readonly format: 'csv' | 'jsonl';
  readonly byteOrderMark: boolean;
  readonly timeZone: 'local' | 'utc';
}

export interface RunningExport {
  /** Writes a temporary file beside the target and renames it at the end; no half file is left. */
  readonly done: Promise<{ readonly state: ExportProgress['state']; readonly written: number; readonly why: string | null }>;
  cancel(): void;
}

export interface CoreEvents {
  appended: Pushes['writes:appended'];
  /** `began` is the one to notify of; `grew` when it grew tenfold. */
  burst: { readonly burst: Burst; readonly change: 'began' | 'grew' | 'updated' | 'ended' };
  state: { readonly recording: RecordingState; readonly ledger: LedgerState };
  settings: Settings;
}

/** Everything that needs no Electron: ledger, recorder, memory tree, endpoint. */
export interface Core {
  readonly home: string;
  /** Ends in `/mcp`; null where the endpoint could not start, then `endpointError` says why. */
  readonly url: string | null;
  readonly endpointError: string | null;
  /** The home's own connection token, for connect entries; never logged. */
  readonly token: string;
  readonly reads: CoreReads;
  recording(): RecordingState;
  ledger(): LedgerState;
  settings(): Settings;
  /** Validates, stores, applies at once. @throws Error with a message that names the field. */
  changeSettings(patch: SettingsPatch): Settings;
  /** Undo goes through the one door and leaves its own row. */
  undo(writeId: number): Promise<RequestResults['writes:undo']>;
  startExport(job: ExportJob, onProgress: (written: number, total: number) => void): RunningExport;
  markBurstsSeen(ids: readonly number[]): void;
  setBurstNotified(id: number, notified: Burst['notified']): void;
  on<Name extends keyof CoreEvents>(
    name: Name,
    listener: (event: CoreEvents[Name]) => void,
  ): () => void;
  /** Refuses new calls, gives running ones 5 s, ends streams, checkpoints, releases the home. */
  close(): Promise<void>;
}
