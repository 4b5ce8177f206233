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
      /** SQLite's, where it has one. */
      readonly code: string | null;
    };

/** Given to each worker as it starts. */
export interface ReadWorkerData {
  readonly database: string;
}
