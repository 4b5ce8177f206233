import type { SqlReadToolName, SqlWriteToolName } from '../../../../shared/tools.ts';
import type { Tool } from '../tool.ts';
import { describeTool } from './describe-database.ts';
import { executeTool } from './execute.ts';
import { integrityTool } from './integrity-check.ts';
import { listDatabasesTool } from './list-databases.ts';
import { queryTool } from './query.ts';
import type { SqlDesk } from './sql-desk.ts';

/** The SQL family: there while at least one database is registered. */
export function createSqlTools(desk: SqlDesk): () => readonly Tool[] {
  const tools = {
    'sql.execute': executeTool(desk),
    'sql.integrity_check': integrityTool(desk),
    'sql.query': queryTool(desk),
    'sql.list_databases': listDatabasesTool(desk),
    'sql.describe_database': describeTool(desk),
  } as const satisfies Record<SqlWriteToolName | SqlReadToolName, Tool>;
  const all: readonly Tool[] = Object.values(tools);
  return () => (desk.all().length === 0 ? [] : all);
}
