import { dirname } from 'node:path';
import { dbErrorWords } from '../db/errors.ts';
import type { ExportScope } from '../db/readers/export-rows.ts';
import type { ExportJob } from './export-job.ts';

/** What the worker is told; the filter's time is resolved, so that it stays as it was at the click. */
export interface ExportTask
  extends Pick<ExportJob, 'file' | 'format' | 'byteOrderMark' | 'timeZone'> {
  readonly database: string;
  readonly scope: ExportScope;
  /** Written first, renamed to `file` at the end. */
  readonly partial: string;
  /** One Int32; 1: stop. Shared, because the worker does not listen while it works. */
  readonly cancelled: SharedArrayBuffer;
}

/** What the worker says. */
export type ExportWord =
  | { readonly kind: 'progress'; readonly written: number; readonly total: number }
  | {
      readonly kind: 'end';
      readonly state: 'done' | 'cancelled' | 'failed';
      readonly written: number;
      readonly why: string | null;
    };

const fileErrors: Readonly<Record<string, string>> = {
  EACCES: 'you may not write there. Choose another folder.',
  EPERM: 'you may not write there. Choose another folder.',
  EROFS: 'that disk can only be read. Choose another folder.',
  ENOENT: 'the folder does not exist. Choose another one.',
  ENOTDIR: 'that is not a folder. Choose another one.',
  EISDIR: 'a folder has this name. Choose another name.',
  ENAMETOOLONG: 'the name is too long. Choose a shorter one.',
  ENOSPC: 'the disk is full. Free some space, or choose another disk.',
  EDQUOT: 'your share of the disk is used up. Free some space, or choose another disk.',
};

/** A failure in a person's words, with what to do. */
export function exportTaskError(file: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = fileErrors[code];
  if (words !== undefined) return `Nothing was exported to ${dirname(file)}: ${words}`;
  return `Nothing was exported: ${dbErrorWords(error)}`;
}
