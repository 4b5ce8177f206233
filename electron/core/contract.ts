import type { ConnectEntry, LedgerState, RecordingState } from '../../shared/answers.ts';
import type { Burst } from '../../shared/burst.ts';
import type { Pushes, RequestResults } from '../../shared/ipc.ts';
import type { Approval } from '../../shared/servers.ts';
import type { Settings, SettingsPatch } from '../../shared/settings.ts';
import type { BurstEvent } from '../audit/burst-keeper.ts';
import type { ExportJob, RunningExport } from '../audit/export-job.ts';
import type { SinkState } from '../audit/sinks/jsonl.ts';
import type { ReadLanes } from '../db/read-lanes.ts';
import type { CoreReads } from '../db/reads.ts';
import type { StartSqlProcess } from '../db/statements/sql-process.ts';
import type { SecretSealer } from '../gateway/secrets/secret-store.ts';
import type { LogOptions } from '../home/log.ts';
import type { ConnectionFacts } from '../mcp/connections.ts';
import type { StdioCommand } from './connect-entries.ts';
import type { CoreRequests } from './requests.ts';

export interface CoreOptions {
  /** The data folder; made when missing. */
  readonly home: string;
  /** Overrides the settings' port; 0 picks a free one. */
  readonly port?: number;
  /**
   * A bridge started it: where its port is taken it takes a free one, since bridges find it anyway, and
   * it makes room for a core that a person starts.
   */
  readonly background?: boolean;
  /** False: for one command of a person's; it answers `requests`, listens nowhere, and asks nobody to make room. */
  readonly serves?: false;
  /** Readers that a window's first look started; absent: they start when first needed. */
  readonly readLanes?: ReadLanes;
  readonly version: string;
  /** How clients that only start commands start `inkwatch stdio` for this home; absent: they get no entry. */
  readonly stdio?: StdioCommand;
  /** Where the built workers are; default: beside this module's bundle. */
  readonly workerFolder?: string;
  /** How a process for statements is started; absent: by Node's `fork`, which Electron's fuses forbid. */
  readonly startSqlProcess?: StartSqlProcess;
  /** The desktop's keychain, for secrets of the servers behind the gateway; absent: a file of mode 0600. */
  readonly sealer?: SecretSealer;
  readonly logLevel?: LogOptions['level'];
  /** Absolute path of the JSONL audit log; absent: as the environment or else the settings say. */
  readonly auditLog?: string;
}

export interface CoreEvents {
  servers: Pushes['servers:changed'];
  approvals: Pushes['approvals:changed'];
  appended: Pushes['writes:appended'];
  settled: Pushes['writes:settled'];
  burst: BurstEvent;
  state: { readonly recording: RecordingState; readonly ledger: LedgerState };
  settings: Settings;
  views: Pushes['views:changed'];
  marks: Pushes['marks:changed'];
  connections: Pushes['connections:changed'];
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
  /** What the window asks over IPC and the command line over the control address. */
  readonly requests: CoreRequests;
  /** All connections, revoked ones too, without what proves them. */
  connections(): readonly ConnectionFacts[];
  /** Ways to connect with the home's own token; none while nothing is served. */
  connectEntries(): readonly ConnectEntry[];
  /** Calls that wait for the person, oldest first. */
  waitingApprovals(): readonly Approval[];
  recording(): RecordingState;
  ledger(): LedgerState;
  settings(): Settings;
  /** How the JSONL audit log stands; null: none is wanted. */
  auditLog(): SinkState | null;
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
