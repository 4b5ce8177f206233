import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { connectReader, ReadConnection } from '../db/connection.ts';
import { exportRows, sizeOf } from '../db/readers/export-rows.ts';
import { TargetFile } from './export-target.ts';
import { type ExportTask, type ExportWord, exportTaskError } from './export-task.ts';
import { exportText } from './export-text.ts';

/** Progress is said at most so often: the window paints no faster. */
const progressMs = 100;

const task = workerData as ExportTask;
const cancelled = new Int32Array(task.cancelled);
const say = (word: ExportWord) => parentPort?.postMessage(word);

/**
 * Writes come first: on a busy machine the export waits for them, not they for it (P4). Linux has a
 * priority for each thread, and says a thread's number only to itself.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(
      Number(readlinkSync('/proc/thread-self').split('/').at(-1)),
      constants.priority.PRIORITY_BELOW_NORMAL,
    );
  } catch {
    // A system without it exports all the same.
  }
}

function run(): ExportWord {
  giveWay();
  const db = new ReadConnection(connectReader(task.database));
  try {
    return writeRows(db, new TargetFile(task.file, task.partial));
  } catch (error) {
    return { kind: 'end', state: 'failed', written: 0, why: exportTaskError(task.file, error) };
  } finally {
    db.close();
  }
}

function writeRows(db: ReadConnection, target: TargetFile): ExportWord {
  try {
    const text = exportText(task);
    const { total, pages } = exportRows(db, task.scope, text.form);
    let written = 0;
    let said = 0;
    const progress = () => {
      said = performance.now();
      say({ kind: 'progress', written, total });
    };
    progress();
    target.write(text.head);
    for (const page of pages) {
      if (Atomics.load(cancelled, 0) === 1) {
        target.discard();
        return { kind: 'end', state: 'cancelled', written, why: null };
      }
      target.write(text.page(page));
      written += sizeOf(page);
      if (performance.now() - said >= progressMs) progress();
    }
    target.finish();
    progress();
    return { kind: 'end', state: 'done', written, why: null };
  } catch (error) {
    target.discard();
    throw error;
  }
}

say(run());
