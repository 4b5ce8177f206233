import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { LostCalls } from '../../shared/health.ts';

const lossesSchema = z.object({
  calls: z.int().positive(),
  went_on: z.int().nonnegative(),
  since_ms: z.int(),
  until_ms: z.int(),
  why: z.string().max(1024),
  at_least: z.boolean(),
});

/** A full disk lets a file be overwritten that it would not let grow. */
const fileBytes = 2048;

/** `<home>/losses.json`: calls that left no row, in case the process ends before a row can say so. */
export interface LossesFile {
  read(): LostCalls | null;
  /** Never throws. */
  write(lost: LostCalls | null): void;
}

/** The count as it stands, without making a file; null: none is lost, or nobody can tell. */
export function readLosses(file: string): LostCalls | null {
  try {
    const parsed = lossesSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Takes the file's room on the disk now, while there is some. */
export function openLossesFile(file: string): LossesFile {
  const put = (lost: LostCalls | null): void => {
    try {
      const text = lost === null ? '{}' : JSON.stringify({ ...lost, why: lost.why.slice(0, 400) });
      const whole = Buffer.alloc(fileBytes, ' ');
      whole.write(text);
      whole.write('\n', fileBytes - 1);
      overwrite(file, whole);
    } catch {
      // The window still counts them; only a crash before recovery would forget.
    }
  };
  const found = readLosses(file);
  if (found === null) put(null);
  return { read: () => found, write: put };
}

/** In place: a full disk has no room for a second file beside the first. */
function overwrite(file: string, bytes: Buffer): void {
  const descriptor = existsSync(file) ? openSync(file, 'r+') : openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
