import { z } from 'zod';
import { checkStatement, type StatementUse } from '../../../db/statements/one-statement.ts';
import type { SqlLimits, SqlParam, SqlParams } from '../../../db/statements/sql-message.ts';
import { wordsFor } from '../issues.ts';
import { requiredText } from '../tool.ts';
import type { SqlDesk } from './sql-desk.ts';

const mostRows = 1000;

/** What an answer holds at most: as much as a model still reads. */
export const answerLimits: Omit<SqlLimits, 'rows'> = { cell: 2000, bytes: 100_000 };

export const databaseArgument = (desk: SqlDesk) =>
  requiredText()
    .refine((name) => desk.find(name) !== null, {
      error: 'names no registered database; sql.list_databases lists them',
    })
    .describe('Name of a registered database, from sql_list_databases.');

export const statementArgument = (use: StatementUse) =>
  requiredText()
    .superRefine((sql, context) => {
      const checked = checkStatement(sql, use);
      if (!checked.ok) context.addIssue({ code: 'custom', message: checked.why });
    })
    .describe('One SQLite statement. Put values into `params`, not into the text.');

export const rowsArgument = z
  .int()
  .min(1)
  .max(mostRows)
  .default(100)
  .describe('Most rows to return.');

/** A list, or an object by name. Advertised as a list: a choice of types is a combinator (case a12). */
export const paramsArgument = z
  .unknown()
  .superRefine((value, context) => {
    const wrong = wrongParams(value);
    if (wrong !== null) context.addIssue({ code: 'custom', message: wrong });
  })
  .transform((value) => (value ?? []) as SqlParams)
  .describe(
    'Values for the `?` of the statement, in order: text, numbers, true or false, null. For `:name` send an object of names and values instead of a list. Write integers beyond 2^53 as text.',
  )
  .meta({ type: 'array', items: {} })
  .optional();

const mostParams = 1000;

function wrongParams(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'object') return `must be a list or an object, not ${wordsFor(value)}`;
  const values: readonly unknown[] = Object.values(value);
  if (values.length > mostParams) return `must have at most ${mostParams} values`;
  const at = values.findIndex((one) => !isParam(one));
  return at === -1
    ? null
    : `value ${at + 1} must be text, a number, true or false, or null, not ${wordsFor(values[at])}`;
}

function isParam(value: unknown): value is SqlParam {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
