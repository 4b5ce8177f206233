import type { Burst } from '../shared/burst.ts';
import type { LedgerState, Pushes, RecordingState, RequestResults } from '../shared/ipc.ts';
import type { Settings, SettingsPatch } from '../shared/settings.ts';
import type { BurstEvent } from './audit/burst-keeper.ts';
import type { ExportJob, RunningExport } from './audit/export-job.ts';
import type { CoreReads } from './db/reads.ts';

export interface CoreOptions {
  /** The data folder; made when missing. */
  readonly home: string;
  /** Overrides the settings' port; 0 picks a free one. */
  readonly port?: number;
  readonly version: string;
  /** Where the built workers are; default: beside this module's bundle. */
  readonly workerFolder?: string;
}

export type { ExportJob, RunningExport } from './audit/export-job.ts';
export type { CoreReads } from './db/reads.ts';

export interface CoreEvents {
  appended: Pushes['writes:appended'];
  burst: BurstEvent;
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
