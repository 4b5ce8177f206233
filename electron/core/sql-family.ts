import type { OpenLedger } from '../db/open.ts';
import { createSqlPool } from '../db/statements/sql-pool.ts';
import { forkSqlProcess, type StartSqlProcess } from '../db/statements/sql-process.ts';
import { workerFile } from '../db/worker-file.ts';
import { createSqlDesk } from '../mcp/tools/sql/sql-desk.ts';
import { createSqlTools } from '../mcp/tools/sql/tools.ts';
import type { Tool } from '../mcp/tools/tool.ts';
import { type Databases, openDatabases } from './databases.ts';

export interface SqlFamilyOptions {
  readonly ledger: OpenLedger;
  /** The data folder. */
  readonly home: string;
  readonly workerFolder: string | null;
  /** Absent: as a process of Node's. */
  readonly startProcess: StartSqlProcess | undefined;
  /** Clients see other tools now. */
  readonly toolsChanged: () => void;
}

/** Registered databases, and the tools for them. */
export interface SqlFamily {
  readonly requests: Databases['requests'];
  /** The tools that are there now: none while no database is registered. */
  tools(): readonly Tool[];
  /** Lets statements that run end, but not for long: what is stopped is undone, and its row says so before the door closes. */
  close(): Promise<void>;
}

/** 1.5 s less than a quit waits for calls: ending the process and undoing its work take their time on a busy machine. */
const graceMs = 2000;

export function openSqlFamily(options: SqlFamilyOptions): SqlFamily {
  const { ledger, home } = options;
  const pool = createSqlPool({
    file: workerFile(options.workerFolder, 'sql-worker.js'),
    home,
    start: options.startProcess ?? forkSqlProcess,
  });
  const databases = openDatabases({ ledger, home, onChanged: options.toolsChanged });
  return {
    requests: databases.requests,
    tools: createSqlTools(createSqlDesk({ databases: databases.all, pool })),
    close: () => pool.close(graceMs),
  };
}
