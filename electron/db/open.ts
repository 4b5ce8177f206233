import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { LedgerState } from '../../shared/answers.ts';
import { connectReader, connectWriter, ReadConnection, WriteConnection } from './connection.ts';
import { dbErrorKind, dbErrorWords, OutOfReachError } from './errors.ts';
import type { ReadHandle, WriteHandle } from './handles.ts';
import { noteHighWater } from './high-water.ts';
import { newestSchema, schemaOf } from './migrate.ts';
import { placeOf, rescue } from './moved-file.ts';
import {
  fullWords,
  isFull,
  type LedgerFiles,
  type Opened,
  openOrReplace,
  openToLook,
  replaceFile,
  standIn,
} from './open-file.ts';
import { checkPages } from './page-check.ts';

export type { LedgerFiles } from './open-file.ts';

/** The open ledger file. The handles stay the same objects when another file takes its place. */
export interface OpenLedger {
  state(): LedgerState;
  /** Why nothing can be written for now, in words; null: it can be. */
  obstacle(): string | null;
  /** Null: a newer Inkwatch wrote the file. Fails while there is an obstacle. */
  readonly write: WriteHandle | null;
  /** Reads on the same connection, for short reads on the main thread. */
  readonly read: ReadHandle;
  /** Looks at a file that a statement found damaged; where it is, sets it aside and goes on with a new one. */
  damaged(error: unknown): void;
  /**
   * Sees to it that the ledger can be written: opens it where something was in the way, and saves one
   * that lost its name. Cheap where all is well. @throws OutOfReachError while it cannot be
   */
  recover(): void;
  /** For going on after a full disk: a few free bytes would end in the next call's failing. @throws OutOfReachError */
  requireRoom(): void;
  /** Another file is open now than before, or the state is another one. Returns the end of it. */
  onChange(listener: () => void): () => void;
  /** Moves the log into the file where nothing is in the way, and notes the high-water mark. */
  checkpoint(): void;
  /** Checkpoints, notes the high-water mark, closes. */
  close(): void;
}

/** A file that keeps being damaged is a broken disk: no loop of new files. */
const replacementsPerProcess = 3;

const roomToGoOn = 1024 * 1024;

/** A retry must not hold up the thread that serves for as long as a first opening may. */
const retryBusyMs = 75;

/**
 * One reader's word is no proof: it may have read a file that was set aside, or only an index is damaged.
 * Looks through a connection of its own, since the writer would see its cache and not the disk.
 */
function isWhole(file: string): boolean {
  try {
    const fresh = new WriteConnection(connectWriter(file));
    try {
      checkPages(fresh);
      return true;
    } finally {
      fresh.close();
    }
  } catch (error) {
    return dbErrorKind(error) !== 'corrupt';
  }
}

/**
 * Opens or makes the ledger. Never throws for what it finds: a newer schema opens read-only, a damaged
 * file is set aside under a dated name and a new one made, something in the way is an obstacle that
 * `recover` tries again; `state()` says so. `outOfBounds`: why this process must not write it yet.
 */
export function openLedger(
  files: LedgerFiles,
  now: () => Date = () => new Date(),
  outOfBounds: () => string | null = () => null,
): OpenLedger {
  const forbidden = outOfBounds();
  const opened = forbidden === null ? openOrReplace(files, now()) : openToLook(files, forbidden);
  const writer =
    opened.writable || opened.obstacle !== null ? new WriteConnection(opened.database) : null;
  const reader = writer ?? new ReadConnection(opened.database);
  const listeners = new Set<() => void>();
  let state = opened.state;
  let obstacle: string | null = null;
  /** Which file is open; null: none, or nobody looks. */
  let place: string | null = null;
  let replacements = 0;
  let hopeless = false;

  const keep = (next: Opened) => {
    state = next.state;
    obstacle = next.obstacle;
    place = next.writable ? placeOf(files.database) : null;
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const goOnWith = (db: WriteConnection, next: Opened) => {
    db.reopen(next.database);
    keep(next);
    changed();
  };
  const inReach = () => {
    if (obstacle !== null) throw new OutOfReachError(obstacle);
    if (writer !== null && place !== placeOf(files.database)) takeBack(writer);
  };
  /** Never loses the open file before its rows are safe. */
  const takeBack = (db: WriteConnection) => {
    const why = outOfBounds();
    if (why !== null) throw new OutOfReachError(why);
    const told = rescue(db, files.database, now());
    const next = openOrReplace(files, now(), retryBusyMs);
    const warning = next.state.kind === 'ok' ? next.state.warning : undefined;
    const words = warning === undefined ? told : `${told} ${warning}`;
    goOnWith(
      db,
      next.state.kind === 'ok' ? { ...next, state: { kind: 'ok', warning: words } } : next,
    );
    if (obstacle !== null) throw new OutOfReachError(obstacle);
  };
  keep(opened);
  writer?.guard(inReach);

  return {
    state: () => state,
    obstacle: () => obstacle,
    write: writer,
    read: reader,
    damaged(error) {
      if (writer === null || obstacle !== null || isWhole(files.database)) return;
      replacements += 1;
      writer.close();
      hopeless = replacements > replacementsPerProcess;
      const words = `the ledger file keeps being damaged (${dbErrorWords(error)}); check the disk`;
      const next = hopeless
        ? standIn(`Nothing can be recorded: ${words}.`, words)
        : replaceFile(files, now(), error);
      goOnWith(writer, next);
    },
    recover() {
      if (obstacle !== null && writer !== null && !hopeless) {
        const why = outOfBounds();
        if (why !== null) throw new OutOfReachError(why);
        // Closed before anything looks at the file: see `standing`.
        writer.close();
        const before = obstacle;
        const next = openOrReplace(files, now(), retryBusyMs);
        writer.reopen(next.database);
        keep(next);
        if (obstacle !== before) changed();
      }
      inReach();
    },
    requireRoom() {
      if (isFull(dirname(files.database), roomToGoOn)) throw new OutOfReachError(fullWords);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    checkpoint() {
      if (writer === null || obstacle !== null) return;
      writer.checkpoint('PASSIVE');
      noteHighWater(files.highWater, writer);
    },
    close() {
      if (writer !== null && obstacle === null && place === placeOf(files.database)) {
        writer.checkpoint('TRUNCATE');
        noteHighWater(files.highWater, writer);
      } else if (writer !== null && obstacle === null) {
        // The last moment at which its rows can be saved; it closes the file.
        rescue(writer, files.database, now());
      }
      reader.close();
    },
  };
}

/** A read-only connection of its own (workers, `inkwatch list`). @throws Error in plain words where there is none. */
export function openReader(database: string): ReadConnection {
  // Only asks for the name: this process may have the file open (see `standing`).
  if (!existsSync(database)) throw new Error(`There is no ledger at ${database}.`);
  let reader: ReadConnection | null = null;
  try {
    reader = new ReadConnection(connectReader(database));
    const schema = schemaOf(reader);
    if (schema === 0) throw new Error('it is none, or one that no Inkwatch has opened yet');
    if (schema < newestSchema) {
      throw new Error('an older Inkwatch wrote it; start this one once, it brings it up to date');
    }
    return reader;
  } catch (error) {
    reader?.close();
    throw new Error(`The ledger ${database} cannot be read: ${dbErrorWords(error)}.`, {
      cause: error,
    });
  }
}
