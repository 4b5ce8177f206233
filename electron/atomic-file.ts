import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

/** `2026-11-30T22-13-05-123` (UTC): sorts by time and is a legal file name everywhere. */
export function fileStamp(date: Date): string {
  return date.toISOString().replace(/[:.]/g, '-').replace('Z', '');
}

/**
 * Writes a small file so that a reader, or a power cut, sees the old or the new one, never half of it.
 * `mode` holds from the first byte on, whatever the umask.
 */
export function writeFileAtomically(file: string, data: string | Uint8Array, mode = 0o600): void {
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, 'wx', mode);
  try {
    try {
      if (process.platform !== 'win32') fchmodSync(descriptor, mode);
      writeFileSync(descriptor, data);
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
