import { readdirSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HealthCheck } from '../../../shared/health.ts';
import { sharedDisk } from '../../home/shared-disk.ts';
import { bytes, check, many } from './check.ts';
import type { HealthSources } from './sources.ts';

/** What lies on the disk, how large, for whose eyes, and how much room is left. */
export function fileChecks(sources: HealthSources): readonly HealthCheck[] {
  return [log(sources), files(sources), disk(sources), place(sources), modes(sources)];
}

/** Checkpoints keep it under 16 MB; more means that somebody holds a read open (case c01). */
const mostLogBytes = 64 * 1024 * 1024;

function log({ paths }: HealthSources): HealthCheck {
  return check('wal', 'Write-ahead log', () => {
    const size = sizeOf(`${paths.database}-wal`) ?? 0;
    return size <= mostLogBytes
      ? { state: 'ok', says: `It holds ${bytes(size)}.` }
      : {
          state: 'warning',
          says: `It holds ${bytes(size)}, since another program keeps an old state of the ledger open.`,
          todo: 'Close other programs that have inkwatch.db open; then it shrinks by itself.',
        };
  });
}

function files({ paths }: HealthSources): HealthCheck {
  return check('files', 'Files', () => {
    const names = readdirSync(paths.home).toSorted();
    const ours = names.filter((name) => name.startsWith('inkwatch.'));
    const details = ours.map((name) => ({
      name,
      value: bytes(sizeOf(join(paths.home, name)) ?? 0),
    }));
    const kept = ours.filter((name) => /\.(damaged|replaced)-.*\.db$/.test(name));
    return kept.length === 0
      ? { state: 'ok', says: `The ledger is in ${paths.home}.`, details }
      : {
          state: 'warning',
          says: `${many(kept.length, 'earlier ledger file')} could not be used any more and lies beside the ledger.`,
          todo: 'Keep it where its rows matter; `inkwatch import` takes those that can be read. Else delete it.',
          details,
        };
  });
}

const scarceBytes = 200 * 1024 * 1024;
const noRoomBytes = 1024 * 1024;

function disk({ paths }: HealthSources): HealthCheck {
  return check('disk', 'Free disk space', () => {
    const { bavail, bsize } = statfsSync(paths.home);
    const free = bavail * bsize;
    const says = `${bytes(free)} are free for ${paths.home}.`;
    if (free < noRoomBytes) return { state: 'problem', says, todo: 'Free some space.' };
    return free < scarceBytes
      ? { state: 'warning', says, todo: 'Free some space before the ledger runs out of it.' }
      : { state: 'ok', says };
  });
}

function place({ paths }: HealthSources): HealthCheck {
  return check('place', 'Where the ledger lies', () => {
    const why = sharedDisk(paths.home, statfsSync(paths.home).type);
    return why === null
      ? {
          state: 'ok',
          says: `${paths.home} belongs to this computer alone, as far as can be told.`,
        }
      : {
          state: 'warning',
          says: `${paths.home} is no place for a ledger: ${why}.`,
          todo: 'Quit Inkwatch, move the folder to a disk of this computer, and name it with INKWATCH_HOME.',
        };
  });
}

function modes({ paths }: HealthSources): HealthCheck {
  return check('modes', 'For your eyes only', () => {
    if (process.platform === 'win32') {
      return {
        state: 'unknown',
        says: 'On Windows the folder keeps others out, which is not looked at here.',
      };
    }
    const secret = [paths.token, paths.controlToken, paths.endpoint];
    const own = [paths.database, `${paths.database}-wal`, paths.settings, paths.losses];
    const open = [...secret, ...own].filter((file) => isOpenToOthers(file));
    if (open.length === 0) return { state: 'ok', says: 'Nobody else can read the files.' };
    const tokens = open.filter((file) => secret.includes(file));
    return {
      state: tokens.length > 0 ? 'problem' : 'warning',
      says:
        tokens.length > 0
          ? 'Other users of this computer can read the token, and with it write as you.'
          : 'Other users of this computer can read your ledger.',
      todo: `chmod 600 ${open.map((file) => `"${file}"`).join(' ')}`,
      details: open.map((file) => ({ name: basename(file), value: modeOf(file) })),
    };
  });
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

function isOpenToOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  // A folder that others cannot enter keeps its files from them as well.
  const folder = statSync(dirname(file), { throwIfNoEntry: false });
  if (found === undefined || folder === undefined) return false;
  return (found.mode & 0o077) !== 0 && (folder.mode & 0o011) !== 0;
}

function modeOf(file: string): string {
  return (statSync(file).mode & 0o777).toString(8).padStart(3, '0');
}
