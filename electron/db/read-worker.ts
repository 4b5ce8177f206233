import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type ReadConnection, StoppedReadError } from './connection.ts';
import { dbErrorWords, sqliteCode } from './errors.ts';
import type { ReadHandle } from './handles.ts';
import { openReader } from './open.ts';
import {
  type ReadAnswer,
  type ReadQuestion,
  type ReadWorkerData,
  STOPPED,
} from './read-message.ts';
import { runRead } from './read-operations.ts';

const { database, stop } = workerData as ReadWorkerData;
const stopId = new Int32Array(stop);
let currentId = 0;

let open: { readonly reader: ReadConnection; readonly file: string } | null = null;

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
  open.reader.stopWhen(() => Atomics.load(stopId, 0) === currentId);
  return open.reader;
}

function answer({ id, name, args }: ReadQuestion): ReadAnswer {
  currentId = id;
  try {
    return { id, ok: true, value: runRead(reader(), name, args) };
  } catch (error) {
    const code = error instanceof StoppedReadError ? STOPPED : sqliteCode(error);
    return { id, ok: false, message: dbErrorWords(error), code };
  }
}

parentPort?.on('message', (question: ReadQuestion) => {
  parentPort?.postMessage(answer(question));
});
