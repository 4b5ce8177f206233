import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileStamp } from '../atomic-file.ts';
import type { WriteConnection } from './connection.ts';
import { dbErrorWords, OutOfReachError } from './errors.ts';
import { setAside } from './set-aside.ts';

/** Which file stands under a name, as device and number; null: none. */
export function placeOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

/** A whole copy of the open file, on disk. */
function copyOf(writer: WriteConnection, database: string): string {
  const copy = `${database}.copy`;
  rmSync(copy, { force: true });
  writer.copyInto(copy);
  if (process.platform !== 'win32') chmodSync(copy, 0o600);
  const descriptor = openSync(copy, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return copy;
}

const gone = 'the ledger file was moved or deleted while Inkwatch was running';
const exchanged = 'another file was put in the place of the ledger while Inkwatch was running';

/**
 * The open file has lost its name: what is written to it now would be lost when the process ends. All its
 * rows are saved under the name again, or beside the file that stands there now. @returns what a person
 * should know; the caller opens the name again. @throws OutOfReachError where nothing can be saved
 */
export function rescue(writer: WriteConnection, database: string, now: Date): string {
  const standsThere = existsSync(database);
  try {
    return standsThere ? besideAnother(writer, database, now) : underItsName(writer, database, now);
  } catch (error) {
    throw new OutOfReachError(
      `${standsThere ? exchanged : gone}, and its rows could not be saved again (${dbErrorWords(error)}); make room for ${database}`,
      { cause: error },
    );
  }
}

function underItsName(writer: WriteConnection, database: string, now: Date): string {
  // Not the folders above: a disk that was taken away must not be made up.
  const folder = dirname(database);
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  const copy = copyOf(writer, database);
  // A log that was left behind would be taken for the log of the new file.
  setAside(database, now);
  renameSync(copy, database);
  writer.close();
  return sentence(`${gone}. It was written again with all of its rows`);
}

function besideAnother(writer: WriteConnection, database: string, now: Date): string {
  const ending = extname(database);
  const kept = join(
    dirname(database),
    `${basename(database, ending)}.replaced-${fileStamp(now)}${ending}`,
  );
  renameSync(copyOf(writer, database), kept);
  writer.close();
  return sentence(`${exchanged}. The rows recorded until then were kept as ${kept}`);
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
