import { lstatSync } from 'node:fs';
import type { DatabaseView } from '../../shared/databases.ts';
import type { OpenLedger } from '../db/open.ts';
import { type DatabaseRow, databaseRows } from '../db/readers/databases.ts';
import { realPathOf, unusableFile } from '../db/statements/registered-file.ts';
import { deleteDatabase, insertDatabase } from '../db/writers/databases.ts';
import type { RegisteredDatabase } from '../mcp/tools/sql/sql-desk.ts';
import type { RequestHandlers } from './requests.ts';

export interface DatabasesDeps {
  readonly ledger: OpenLedger;
  /** The data folder: nothing of it can be registered. */
  readonly home: string;
  /** The set of registered databases became another one. */
  readonly onChanged: () => void;
}

type Names = `databases:${'list' | 'add' | 'remove'}`;

/** The registered databases: what the SQL tools may reach, and the person's requests that change it. */
export interface Databases {
  all(): readonly RegisteredDatabase[];
  readonly requests: RequestHandlers<Names>;
}

export function openDatabases({ ledger, home, onChanged }: DatabasesDeps): Databases {
  const rows = (): readonly DatabaseRow[] => {
    try {
      return databaseRows(ledger.read);
    } catch {
      // A ledger of another schema that can only be read: no database is known, so none is reached.
      return [];
    }
  };
  const writable = () => {
    const state = ledger.state();
    if (ledger.write !== null) return ledger.write;
    throw new Error(state.kind === 'ok' ? 'The ledger cannot be written.' : state.why);
  };

  return {
    all: () =>
      rows().map((row) => ({ name: row.name, path: row.path, readOnly: row.read_only === 1 })),
    requests: {
      'databases:list': () => rows().map(viewOf),
      'databases:add': ({ name, path, read_only }) => {
        const taken = rows().find((row) => row.name === name);
        if (taken !== undefined) {
          throw new Error(`There is a database ${name} already (${taken.path}). Remove it first.`);
        }
        const real = realPath(path);
        const unusable = unusableFile(real, home);
        if (unusable !== null) throw new Error(`${path} cannot be registered: ${unusable}.`);
        const row: DatabaseRow = {
          name,
          path: real,
          read_only: read_only ? 1 : 0,
          added_ms: Date.now(),
        };
        insertDatabase(writable(), row);
        onChanged();
        return viewOf(row);
      },
      'databases:remove': ({ name }) => {
        if (!deleteDatabase(writable(), name)) throw new Error(`There is no database ${name}.`);
        onChanged();
        return null;
      },
    },
  };
}

/** @throws Error in plain words */
function realPath(path: string): string {
  try {
    return realPathOf(path);
  } catch (error) {
    throw new Error(
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? `There is no file ${path}.`
        : `${path} cannot be looked at: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function viewOf({ name, path, read_only, added_ms }: DatabaseRow): DatabaseView {
  return { name, path, read_only: read_only === 1, added_ms, file: fileState(path) };
}

/** Only a folder that was looked at can lack a file. */
function fileState(path: string): DatabaseView['file'] {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'absent' : 'present';
  } catch {
    return 'unknown';
  }
}
