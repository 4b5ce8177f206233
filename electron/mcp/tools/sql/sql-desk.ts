import type { SqlWork } from '../../../db/statements/sql-message.ts';
import type { SqlPool, SqlResult } from '../../../db/statements/sql-pool.ts';

/** A file that the person registered; only these can be reached. */
export interface RegisteredDatabase {
  readonly name: string;
  /** Absolute, without links. */
  readonly path: string;
  readonly readOnly: boolean;
}

export interface SqlDeskOptions {
  readonly databases: () => readonly RegisteredDatabase[];
  readonly pool: Pick<SqlPool, 'run'>;
  /** Milliseconds that a statement may run. */
  readonly statementMs?: number;
  /** Milliseconds that an integrity check may run: it reads the whole file. */
  readonly checkMs?: number;
}

/** What the SQL tools work on. */
export interface SqlDesk {
  all(): readonly RegisteredDatabase[];
  /** Null: none of this name is registered. */
  find(name: string): RegisteredDatabase | null;
  /** @param owner the connection whose turn it takes; null: a call without one */
  run(
    name: string,
    work: SqlWork,
    from: { readonly owner: string | null; readonly signal: AbortSignal | null },
  ): Promise<SqlResult>;
  /** Milliseconds that this work may run. */
  limitFor(kind: SqlWork['kind']): number;
}

export function createSqlDesk(options: SqlDeskOptions): SqlDesk {
  const { databases, pool, statementMs = 60_000, checkMs = 300_000 } = options;
  const find = (name: string) => databases().find((one) => one.name === name) ?? null;
  const limitFor = (kind: SqlWork['kind']) => (kind === 'integrity' ? checkMs : statementMs);
  return {
    all: databases,
    find,
    limitFor,
    async run(name, work, { owner, signal }) {
      // Asked again: it may have been removed while the call waited.
      const found = find(name);
      if (found === null) {
        return { kind: 'failed', code: null, message: 'the database is not registered any more' };
      }
      return pool.run({
        owner: owner ?? '',
        file: { path: found.path, readOnly: found.readOnly },
        work,
        limitMs: limitFor(work.kind),
        signal,
      });
    },
  };
}
