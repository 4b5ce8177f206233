import { randomInt } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A hidden name beside the target, so that the rename at the end stays on one disk. */
export function partialName(file: string): string {
  return join(dirname(file), `.inkwatch-export-${process.pid}-${randomInt(2 ** 47)}.part`);
}

/** Removes what exports of processes that died left in a folder; a running export's file stays. */
export function sweepPartials(folder: string): void {
  for (const name of namesIn(folder)) {
    const pid = /^\.inkwatch-export-(\d+)-\d+\.part$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder that cannot be read is told when the file is opened in it.
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** A file that appears whole or not at all. For its owner's eyes only: it says what was written where. */
export class TargetFile {
  readonly #file: string;
  readonly #partial: string;
  #handle: number | null;

  constructor(file: string, partial: string) {
    if (isFolder(file)) {
      throw Object.assign(new Error(`${basename(file)} is a folder`), { code: 'EISDIR' });
    }
    this.#file = file;
    this.#partial = partial;
    this.#handle = openSync(partial, 'wx', 0o600);
  }

  write(content: string | Uint8Array): void {
    if (this.#handle === null) throw new Error('the file is closed');
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at);
  }

  /** Puts the file in its place. */
  finish(): void {
    if (this.#handle === null) throw new Error('the file is closed');
    fsyncSync(this.#handle);
    this.#close();
    renameSync(this.#partial, this.#file);
  }

  discard(): void {
    this.#close();
    rmSync(this.#partial, { force: true });
  }

  #close(): void {
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}
