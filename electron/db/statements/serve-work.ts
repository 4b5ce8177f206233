import { sqliteCode } from '../errors.ts';
import { unusableFile } from './registered-file.ts';
import { type OpenWrite, runRead, runWrite, workError } from './run-work.ts';
import type { SqlOrder, SqlWord } from './sql-message.ts';

/** Electron's end of a utility process; absent under Node. Its types are not to be had here. */
interface ParentPort {
  on(name: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

const { parentPort } = process as { readonly parentPort?: ParentPort };

function say(word: SqlWord): void {
  if (parentPort !== undefined) parentPort.postMessage(word);
  else process.send?.(word);
}

/** A write that ran, and waits for the word to commit. */
let open: { readonly id: number; readonly write: OpenWrite } | null = null;

function fail(id: number, error: unknown, unknown = false): void {
  say({ kind: 'failed', id, code: sqliteCode(error), message: workError(error), unknown });
}

function work({ id, file, home, work: asked }: Extract<SqlOrder, { kind: 'work' }>): void {
  try {
    const unusable = unusableFile(file.path, home);
    if (unusable !== null) throw new Error(`the database cannot be used: ${unusable}`);
    if (asked.kind === 'execute') {
      open = { id, write: runWrite(file, asked) };
      say({ kind: 'ready', id });
    } else {
      say({ kind: 'done', id, answer: runRead(file, asked) });
    }
  } catch (error) {
    fail(id, error);
  }
}

function commit(id: number): void {
  const waiting = open;
  open = null;
  if (waiting === null || waiting.id !== id) return;
  try {
    waiting.write.commit();
    say({ kind: 'done', id, answer: waiting.write.answer });
  } catch (error) {
    // After a failed write to the disk not even SQLite knows what is there.
    fail(id, error, sqliteCode(error)?.startsWith('SQLITE_IOERR') === true);
  }
}

function obey(order: SqlOrder): void {
  switch (order.kind) {
    case 'work':
      work(order);
      return;
    case 'commit':
      commit(order.id);
      return;
  }
}

/** Obeys the core until it is gone; what is open then is undone. */
export function serveWork(): void {
  if (parentPort !== undefined) {
    parentPort.on('message', ({ data }) => obey(data as SqlOrder));
    return;
  }
  process.on('message', (order) => obey(order as SqlOrder));
  process.once('disconnect', () => process.exit(0));
}
