import { z } from 'zod';
import { defineLaterTool } from '../later-tool.ts';
import { reasonArgument, textMember } from '../tool.ts';
import { databaseArgument } from './arguments.ts';
import { laterDone } from './ended.ts';
import type { SqlDesk } from './sql-desk.ts';

const sql = 'PRAGMA integrity_check';

export const integrityTool = (desk: SqlDesk) =>
  defineLaterTool({
    name: 'sql.integrity_check',
    title: 'Check a database',
    description:
      'Reads a whole registered database and says what is damaged in it. It changes nothing and is recorded, since it can take minutes. Always give `reason`: one short sentence on why you are writing this.',
    input: z.strictObject({ db: databaseArgument(desk), reason: reasonArgument }),
    idempotent: true,
    changes: false,
    summarize: (args) => ({ ...textMember(args, 'db'), sql }),
    async perform({ db }, { caller, signal }) {
      const from = { owner: caller.client_id, signal };
      const result = await desk.run(db, { kind: 'integrity' }, from);
      return laterDone('sql.integrity_check', result, sql, desk.limitFor('integrity'));
    },
  });
