import { z } from 'zod';
import { defineReadTool } from '../tool.ts';
import {
  answerLimits,
  databaseArgument,
  paramsArgument,
  rowsArgument,
  statementArgument,
} from './arguments.ts';
import { readDone } from './ended.ts';
import type { SqlDesk } from './sql-desk.ts';

export const queryTool = (desk: SqlDesk) =>
  defineReadTool({
    name: 'sql.query',
    title: 'Query a database',
    description:
      'Runs one SQLite statement that reads a registered database, and returns its rows. `truncated` is true where something is missing, and `cut` says what: narrow the statement, or page with LIMIT and OFFSET. Blobs come as their length, integers beyond 2^53 as text.',
    input: z.strictObject({
      db: databaseArgument(desk),
      sql: statementArgument('query'),
      params: paramsArgument,
      max_rows: rowsArgument,
    }),
    missing: 'there is no such database',
    async read({ db, sql, params = [], max_rows }, { caller, signal }) {
      const result = await desk.run(
        db,
        { kind: 'query', sql, params, limits: { ...answerLimits, rows: max_rows } },
        { owner: caller().client_id, signal: signal() },
      );
      return readDone(result, desk.limitFor('query'));
    },
  });
