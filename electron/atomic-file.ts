import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';

/** `2026-11-30T22-13-05-123` (UTC): sorts by time and is a legal file name everywhere. */
export function fileStamp(date: Date): string {
  return date.toISOString().replace(/[:.]/g, '-').replace('Z', '');
}

/**
 * Writes a small text file so that a reader, or a power cut, sees the old or the new one, never half of
 * it. `mode` holds from the first byte on.
 */
export function writeFileAtomically(file: string, text: string, mode = 0o600): void {
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
