import type { ErrorKind } from '../../../../shared/outcome.ts';
import type { SqlResult, SqlStop } from '../../../db/statements/sql-pool.ts';
import { toolError } from '../../dispatch/write-call.ts';
import type { LaterDone } from '../tool.ts';

/** Words of work that ended without SQLite's answer. Whatever it wrote is undone, so they may say so. */
function stopWords(why: SqlStop, limitMs: number): string {
  switch (why) {
    case 'cancelled':
      return 'cancelled by the client: nothing was changed';
    case 'timeout':
      return `stopped after ${limitMs / 1000} s, the most that it may run: nothing was changed`;
    case 'quit':
      return 'stopped, since Inkwatch quits: nothing was changed';
    case 'died':
      return 'the process that ran it ended, perhaps for want of memory: nothing was changed';
    case 'crowded':
      return 'not run: too many statements of this connection are waiting';
    case 'waited':
      return 'not run: other statements took too long';
  }
}

const stopKinds: Readonly<Record<SqlStop, ErrorKind>> = {
  cancelled: 'cancelled',
  timeout: 'timeout',
  quit: 'cancelled',
  died: 'tool',
  crowded: 'refused',
  waited: 'timeout',
};

/** How a recorded statement ended, for its row and its client. @param sql what the row holds of it */
export function laterDone(
  tool: string,
  result: SqlResult,
  sql: string,
  limitMs: number,
): LaterDone {
  switch (result.kind) {
    case 'done': {
      const { answer } = result;
      const text = JSON.stringify(answer);
      return {
        kind: 'succeeded',
        chunk_id: null,
        answer: { kind: 'result', isError: false, text, structured: answer },
      };
    }
    case 'failed':
      return {
        kind: 'failed',
        error_kind: 'tool',
        message: rowMessage(result.code, result.message, sql),
        answer: toolError(`${tool} failed: ${result.message}`),
      };
    case 'stopped': {
      const message = stopWords(result.why, limitMs);
      const error_kind = stopKinds[result.why];
      return { kind: 'failed', error_kind, message, answer: toolError(`${tool}: ${message}`) };
    }
    case 'unknown': {
      const message = `nobody knows whether it was committed: ${result.message}`;
      const answer = toolError(`${tool}: ${message}. Look before you try it again.`);
      return { kind: 'unknown', error_kind: 'tool', message, answer };
    }
  }
}

/** The answer of a read. @throws Error in words for the client */
export function readDone(result: SqlResult, limitMs: number): Readonly<Record<string, unknown>> {
  switch (result.kind) {
    case 'done':
      return result.answer;
    case 'failed':
    case 'unknown':
      throw new Error(result.message);
    case 'stopped':
      throw new Error(stopWords(result.why, limitMs).replace(': nothing was changed', ''));
  }
}

/**
 * SQLite's words without values: what it quotes stays only where the row's own statement has it. A bound
 * value can be in there (full-text search), or a row's (a trigger's own message).
 */
function rowMessage(code: string | null, message: string, sql: string): string {
  if (code === 'SQLITE_CONSTRAINT_TRIGGER') return 'a trigger of the database refused it';
  const isOurs = (text: string) => sql.includes(text);
  return message
    .replace(/"([^"]*)"|'([^']*)'/g, (whole, double?: string, single?: string) =>
      isOurs(double ?? single ?? '') ? whole : '"…"',
    )
    .replace(/^(no such column: )(.*)$/s, (whole, words: string, name: string) =>
      isOurs(name) ? whole : `${words}…`,
    );
}
