import { type FileHandle, open, rename, stat } from 'node:fs/promises';

export interface AppendFileOptions {
  readonly path: string;
  /** Bytes from which on a new file is begun. */
  readonly maxBytes: number;
  /** How many older files stay, as `<path>.1` (the newest) to `<path>.<keep>`. */
  readonly keep: number;
  /** The full file could not step aside; it grows on. Called once for each row of such failures. */
  readonly onStuck: (why: string) => void;
}

/** A file that only grows, until it is full and steps aside for a new one. */
export interface AppendFile {
  /**
   * Writes as many whole lines as the current file has room for, at least one, and resolves to their
   * number. @throws where the file cannot be written; `error.writtenLines` says how many lines are in it.
   */
  write(lines: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/** The write broke off; what came before it is in the file. */
export class AppendError extends Error {
  override readonly name = 'AppendError';
  readonly writtenLines: number;
  constructor(writtenLines: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.writtenLines = writtenLines;
  }
}

interface OpenFile {
  readonly handle: FileHandle;
  readonly inode: number;
  size: number;
}

/** Opens nothing before the first write. One write at a time. */
export function createAppendFile(options: AppendFileOptions): AppendFile {
  const { path, maxBytes, keep } = options;
  let file: OpenFile | null = null;
  let stuck = false;

  const openFile = async (): Promise<OpenFile> => {
    const found = await statOrNull(path);
    // A pipe without a reader would hold a thread for good.
    if (found !== null && !found.isFile()) throw new Error(`${path} is not a regular file`);
    const handle = await open(path, 'a', 0o600);
    try {
      const { size, ino } = await handle.stat();
      const opened = { handle, inode: ino, size };
      // What a crash cut stays a line of its own; the next record begins on a new one (case b03).
      if (size > 0 && !(await endsWithLineFeed(path, size)))
        await append(opened, Buffer.from('\n'));
      return opened;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

  const append = async (to: OpenFile, bytes: Buffer): Promise<void> => {
    let at = 0;
    try {
      while (at < bytes.length) {
        const { bytesWritten } = await to.handle.write(bytes, at);
        at += bytesWritten;
        to.size += bytesWritten;
      }
    } catch (error) {
      throw new AppendError(countLines(bytes.subarray(0, at)), error);
    }
  };

  const close = async (): Promise<void> => {
    const closing = file;
    file = null;
    await closing?.handle.close();
  };

  /** The file that the path names now: it may have been moved or deleted under our feet. */
  const current = async (): Promise<OpenFile> => {
    if (file !== null && (await statOrNull(path))?.ino !== file.inode) await close();
    file ??= await openFile();
    return file;
  };

  const rotate = async (): Promise<void> => {
    await close();
    for (let number = keep; number > 1; number -= 1) {
      await rename(`${path}.${number - 1}`, `${path}.${number}`).catch(ignoreMissing);
    }
    await rename(path, `${path}.1`);
  };

  /** A file that is too large says more than one that ends early, so a failure here stops nothing. */
  const stepAside = async (): Promise<void> => {
    try {
      await rotate();
      stuck = false;
    } catch (error) {
      if (!stuck) options.onStuck(error instanceof Error ? error.message : String(error));
      stuck = true;
    }
  };

  return {
    async write(lines) {
      let to = await current();
      const [first = ''] = lines;
      if (to.size > 0 && to.size + Buffer.byteLength(first) + 1 > maxBytes) {
        await stepAside();
        to = await current();
      }
      const fitting: string[] = [];
      let size = to.size;
      for (const line of lines) {
        size += Buffer.byteLength(line) + 1;
        if (fitting.length > 0 && size > maxBytes && !stuck) break;
        fitting.push(line);
      }
      try {
        await append(to, Buffer.from(`${fitting.join('\n')}\n`));
      } catch (error) {
        // The next write opens it anew, and so begins on a new line.
        await close().catch(() => {});
        throw error;
      }
      return fitting.length;
    },
    close,
  };
}

async function endsWithLineFeed(path: string, size: number): Promise<boolean> {
  const reader = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await reader.read(Buffer.alloc(1), 0, 1, size - 1);
    return bytesRead === 1 && buffer[0] === 0x0a;
  } finally {
    await reader.close();
  }
}

async function statOrNull(path: string) {
  return stat(path).catch(ignoreMissing);
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}
