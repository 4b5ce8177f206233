import { setTimeout as pause } from 'node:timers/promises';
import { openReader } from '../db/open.ts';
import { auditList } from '../db/readers/audit-list.ts';
import { rowsAfter } from '../db/readers/rows-after.ts';
import { homePaths } from '../home/paths.ts';
import { wholeNumber } from './options.ts';
import type { Register } from './program.ts';
import { jsonLine, tableLines } from './rows.ts';

interface TailOptions {
  readonly lines: number;
  readonly follow?: true;
  readonly json?: true;
}

const pollMs = 250;
const perPoll = 500;

/** `inkwatch tail`: the last writes, oldest first, and with `--follow` those that come. */
export const registerTail: Register = (program, context) => {
  program
    .command('tail')
    .description('print the last writes, oldest first')
    .option('-n, --lines <n>', 'how many (0 to 500)', wholeNumber(0, 500), 10)
    .option('-f, --follow', 'go on with writes as they come')
    .option('--json', "one JSON object per row, with the ledger's column names")
    .action(async (options: TailOptions) => {
      const reader = openReader(homePaths(context.home()).database);
      let last = 0;
      let headed = false;
      const print = (rows: ReturnType<typeof rowsAfter>) => {
        const lines = options.json ? rows.map(jsonLine) : tableLines(rows, !headed);
        headed = true;
        process.stdout.write(lines.map((line) => `${line}\n`).join(''));
      };
      try {
        const newest = auditList(reader, { limit: Math.max(options.lines, 1), offset: 0 });
        last = Math.max(0, ...newest.map((row) => row.id));
        print(newest.slice(0, options.lines).toReversed());
        while (options.follow) {
          await pause(pollMs);
          const rows = rowsAfter(reader, last, perPoll);
          if (rows.length === 0) continue;
          last = rows.at(-1)?.id ?? last;
          print(rows);
        }
      } finally {
        reader.close();
      }
    });
};
