import { z } from 'zod';
import { limits } from '../../../../shared/ledger.ts';
import { defineLaterTool } from '../later-tool.ts';
import { reasonArgument, textMember } from '../tool.ts';
import {
  answerLimits,
  databaseArgument,
  paramsArgument,
  rowsArgument,
  statementArgument,
} from './arguments.ts';
import { laterDone } from './ended.ts';
import type { SqlDesk } from './sql-desk.ts';

export const executeTool = (desk: SqlDesk) =>
  defineLaterTool({
    name: 'sql.execute',
    title: 'Change a database',
    description:
      'Runs one SQLite statement that changes a registered database, as a transaction of its own. The statement is recorded as you write it, the values in `params` are not. Always give `reason`: one short sentence on why you are writing this.',
    input: z.strictObject({
      db: databaseArgument(desk),
      sql: statementArgument('execute'),
      params: paramsArgument,
      max_rows: rowsArgument.describe('Most rows to return from a RETURNING clause.'),
      reason: reasonArgument,
    }),
    idempotent: false,
    changes: true,
    summarize: (args) => ({
      ...textMember(args, 'db'),
      ...textMember(args, 'sql', limits.sqlSummary),
    }),
    async perform({ db, sql, params = [], max_rows }, { caller, signal }) {
      const result = await desk.run(
        db,
        { kind: 'execute', sql, params, limits: { ...answerLimits, rows: max_rows } },
        { owner: caller.client_id, signal },
      );
      return laterDone(
        'sql.execute',
        result,
        sql.slice(0, limits.sqlSummary),
        desk.limitFor('execute'),
      );
    },
  });
