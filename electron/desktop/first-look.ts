import { existsSync } from 'node:fs';
import { emptyFilter } from '../../shared/empty-filter.ts';
import { FIRST_ROWS, type FirstLook } from '../../shared/ipc/opened.ts';
import { type ReadLanes, startReadLanes } from '../db/read-lanes.ts';
import { homePaths } from '../home/paths.ts';
import { readLooks } from './window-file.ts';

/** The readers of a home's ledger, with what its window is to show first; null lanes: there is no ledger yet. */
export interface EarlyReads {
  readonly lanes: ReadLanes | null;
  readonly look: Promise<FirstLook | null>;
}

/**
 * Reads the newest page from the ledger as it is found, in the reader's own thread, while the core is not even read.
 * What cannot be read so (a ledger of an older version, a damaged one) is the core's to see to.
 */
export function readEarly(home: string): EarlyReads {
  const { database } = homePaths(home);
  if (!existsSync(database)) return { lanes: null, look: Promise.resolve(null) };
  const lanes = startReadLanes(database, null);
  const query = { filter: emptyFilter, bounds: { since_ms: null, until_ms: null } };
  const { density, timeZone } = readLooks(home);
  const look = lanes.rows.ask('page', { query, limit: FIRST_ROWS, before: null }).then(
    (page): FirstLook => ({ page, window: { density, timeZone } }),
    () => null,
  );
  return { lanes, look };
}
