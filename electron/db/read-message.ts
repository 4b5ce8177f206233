import type { ReadArgs, ReadName, ReadResults } from './read-operations.ts';

/** What a worker is told. */
export type ReadQuestion = {
  readonly [Name in ReadName]: {
    readonly id: number;
    readonly name: Name;
    readonly args: ReadArgs[Name];
  };
}[ReadName];

/** What it says: one answer per question. */
export type ReadAnswer =
  | { readonly id: number; readonly ok: true; readonly value: ReadResults[ReadName] }
  | {
      readonly id: number;
      readonly ok: false;
      /** In plain words. */
      readonly message: string;
      /** SQLite's, where it has one; or `STOPPED`. */
      readonly code: string | null;
    };

/** Given to each worker as it starts. */
export interface ReadWorkerData {
  readonly database: string;
  /** One Int32: the id of a question that nobody waits for. Shared, because a worker does not listen while it works. */
  readonly stop: SharedArrayBuffer;
}

/** The code of an answer that was stopped before it was whole. */
export const STOPPED = 'STOPPED';
