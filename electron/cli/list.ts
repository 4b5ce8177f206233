import { openReader } from '../db/open.ts';
import { createDirectReads } from '../db/read-client.ts';
import { auditList } from '../db/readers/audit-list.ts';
import { homePaths } from '../home/paths.ts';
import { readSettings } from '../home/settings-store.ts';
import { weekStartOf } from '../home/week-start.ts';
import { addReadOptions, auditArgs, type ReadOptions, wholeNumber } from './options.ts';
import type { Register } from './program.ts';
import { addQueryOption, filteredRows, queryFilter } from './query.ts';
import { jsonLine, tableLines } from './rows.ts';

interface ListOptions extends ReadOptions {
  readonly limit: number;
  readonly offset: number;
  readonly json?: true;
  readonly query?: string;
}

/** `inkwatch list`: `mcp_audit_list` on the command line, newest first. */
export const registerList: Register = (program, context) => {
  const command = program
    .command('list')
    .description('list recorded writes, newest first')
    .option('--limit <n>', 'most rows to print (1 to 500)', wholeNumber(1, 500), 50)
    .option('--offset <n>', 'rows to skip', wholeNumber(0, Number.MAX_SAFE_INTEGER), 0)
    .option('--json', "one JSON object per row, with the ledger's column names");
  addQueryOption(addReadOptions(command)).action(async (options: ListOptions) => {
    const paths = homePaths(context.home());
    const reader = openReader(paths.database);
    try {
      const { limit, offset, query } = options;
      const rows =
        query === undefined
          ? auditList(reader, auditArgs(options, { limit, offset }))
          : await queried(query);
      const lines = options.json ? rows.map(jsonLine) : tableLines(rows);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    } finally {
      reader.close();
    }

    async function queried(query: string) {
      const weekStart = weekStartOf(readSettings(paths.settings));
      const reads = createDirectReads(reader, () => weekStart);
      return filteredRows(reads, await queryFilter(query, options, reads), options);
    }
  });
};
