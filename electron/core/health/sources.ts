import type { LedgerState, RecordingState } from '../../../shared/answers.ts';
import type { LostCalls } from '../../../shared/health.ts';
import type { ServerView } from '../../../shared/servers.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { SinkState } from '../../audit/sinks/jsonl.ts';
import type { ReadHandle } from '../../db/handles.ts';
import type { HomePaths } from '../../home/paths.ts';

/** What only the running core knows. */
export interface RunningCore {
  readonly recording: RecordingState;
  readonly ledger: LedgerState;
  readonly untold: LostCalls | null;
  /** Null: no file is wanted. */
  readonly auditLog: SinkState | null;
  readonly url: string | null;
  readonly endpointError: string | null;
  readonly servers: readonly Pick<ServerView, 'name' | 'enabled' | 'state'>[];
}

/** What is looked at. Nothing is written, whoever looks. */
export interface HealthSources {
  readonly paths: HomePaths;
  readonly nowMs: number;
  readonly settings: Settings;
  readonly settingsWarnings: readonly string[];
  /** `wrong`: it is there, and something is the matter with it. */
  readonly db: ReadHandle | { readonly unreadable: string; readonly wrong: boolean };
  /** Null: none runs, or none that can be asked. */
  readonly core: RunningCore | null;
}

/** @throws Error where the ledger cannot be read */
export function ledgerOf({ db }: HealthSources): ReadHandle {
  if ('unreadable' in db) throw new Error(db.unreadable);
  return db;
}
