import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { dbErrorWords, sqliteCode } from './errors.ts';
import type { ReadHandle } from './handles.ts';
import { openReader } from './open.ts';
import type { ReadAnswer, ReadQuestion, ReadWorkerData } from './read-message.ts';
import { runRead } from './read-operations.ts';

const { database } = workerData as ReadWorkerData;

let open: { readonly reader: ReadHandle & { close(): void }; readonly file: string } | null = null;

/** Which file stands under the name: a damaged one is set aside while this thread has it open. */
function fileNow(): string {
  const found = statSync(database, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev}:${found.ino}`;
}

function reader(): ReadHandle {
  const file = fileNow();
  if (open !== null && open.file === file) return open.reader;
  open?.reader.close();
  open = null;
  open = { reader: openReader(database), file };
  return open.reader;
}

function answer({ id, name, args }: ReadQuestion): ReadAnswer {
  try {
    return { id, ok: true, value: runRead(reader(), name, args) };
  } catch (error) {
    return { id, ok: false, message: dbErrorWords(error), code: sqliteCode(error) };
  }
}

parentPort?.on('message', (question: ReadQuestion) => {
  parentPort?.postMessage(answer(question));
});
