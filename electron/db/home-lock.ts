import { accessSync, constants, mkdirSync, readFileSync, rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { writeFileAtomically } from '../atomic-file.ts';
import { dbErrorKind } from './errors.ts';
import { placeOf } from './moved-file.ts';

/** One process per home. Freed by the operating system on any death, so no lock goes stale. */
export interface HomeLock {
  /** False: its file was deleted or exchanged, so that another process could take the home. */
  holds(): boolean;
  release(): void;
}

/** Another process serves this home. */
export class HomeInUseError extends Error {
  override readonly name = 'HomeInUseError';
  /** Null: it did not say. */
  readonly pid: number | null;
  constructor(home: string, pid: number | null) {
    super(
      `Another Inkwatch${pid === null ? '' : ` (process ${pid})`} is already using ${home}. Quit it first, or choose another folder with --home.`,
    );
    this.pid = pid;
  }
}

function holder(corePid: string): number | null {
  try {
    const pid = Number(readFileSync(corePid, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Takes the lock of a home (makes the folder when missing). `files` are `coreLock` and `corePid` of homePaths.
 * @throws HomeInUseError where another process holds it.
 */
export function lockHome(files: {
  readonly home: string;
  readonly coreLock: string;
  readonly corePid: string;
}): HomeLock {
  mkdirSync(files.home, { recursive: true, mode: 0o700 });
  // An open exclusive transaction is a lock of the operating system's: no pid file to go stale, and no
  // second way in, as Electron's own lock has been seen to have (case g04).
  const lock = new Database(files.coreLock, { timeout: 0 });
  try {
    // SQLite would begin as a mere reader where the file may not be written, and two of those get along.
    accessSync(files.coreLock, constants.W_OK);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (dbErrorKind(error) === 'busy') throw new HomeInUseError(files.home, holder(files.corePid));
    throw error;
  }
  const place = placeOf(files.coreLock);
  try {
    writeFileAtomically(files.corePid, `${process.pid}\n`);
  } catch {
    // Only for the message to the second process; a full disk has no room for it.
  }
  return {
    holds: () => lock.open && place === placeOf(files.coreLock),
    release() {
      if (!lock.open) return;
      rmSync(files.corePid, { force: true });
      lock.close();
    },
  };
}
