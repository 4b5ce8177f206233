import { z } from 'zod';
import { defineReadTool, requiredText } from '../tool.ts';
import { databaseArgument } from './arguments.ts';
import { readDone } from './ended.ts';
import type { SqlDesk } from './sql-desk.ts';

export const describeTool = (desk: SqlDesk) =>
  defineReadTool({
    name: 'sql.describe_database',
    title: 'Describe a database',
    description:
      'Lists the tables and views of a registered database with their columns, keys and indexes. With `table` it describes that one alone, and adds the SQL that made it.',
    input: z.strictObject({
      db: databaseArgument(desk),
      table: requiredText().optional().describe('One table or view.'),
    }),
    missing: 'there is no such database',
    async read({ db, table }, { caller, signal }) {
      const from = { owner: caller().client_id, signal: signal() };
      const result = await desk.run(db, { kind: 'describe', table: table ?? null }, from);
      return readDone(result, desk.limitFor('describe'));
    },
  });
