import { z } from 'zod';
import { defineReadTool } from '../tool.ts';
import type { SqlDesk } from './sql-desk.ts';

export const listDatabasesTool = (desk: SqlDesk) =>
  defineReadTool({
    name: 'sql.list_databases',
    title: 'List databases',
    description:
      'Lists the SQLite databases that the person registered. Only these can be queried or changed; a read-only one cannot be changed.',
    input: z.strictObject({}),
    missing: 'there are no databases',
    read: () => ({
      databases: desk.all().map(({ name, readOnly }) => ({ name, read_only: readOnly })),
    }),
  });
