import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WriteFilter } from '../../shared/filter.ts';
import type { Weekday } from '../../shared/time-range.ts';
import { startExport } from '../audit/export.ts';
import { openReader } from '../db/open.ts';
import { createDirectReads } from '../db/read-client.ts';
import { homePaths } from '../home/paths.ts';
import { readSettings } from '../home/settings-store.ts';
import { weekStartOf } from '../home/week-start.ts';
import { addReadOptions, filterOf, type ReadOptions } from './options.ts';
import { CliError, type Register, usageError } from './program.ts';
import { addQueryOption, queryFilter } from './query.ts';

interface ExportOptions extends ReadOptions {
  readonly csv?: string;
  readonly jsonl?: string;
  readonly bom: boolean;
  readonly utc?: true;
  readonly query?: string;
}

/** The name that stands for standard output. */
const standardOutput = '-';

/** `inkwatch export`: the filtered rows as a file, the same bytes that the window's export writes. */
export const registerExport: Register = (program, context) => {
  const command = program
    .command('export')
    .description('write the matching rows to a file')
    .option(
      '--csv <file>',
      'as CSV (RFC 4180, safe to open in a spreadsheet); - for standard output',
    )
    .option('--jsonl <file>', 'as one JSON object per line; - for standard output')
    .option('--no-bom', 'CSV without the byte-order mark that Excel reads UTF-8 by')
    .option('--utc', 'times in UTC instead of local time');
  addQueryOption(addReadOptions(command)).action(async (options: ExportOptions) => {
    const { csv, jsonl } = options;
    const target = csv ?? jsonl;
    if (target === undefined || (csv !== undefined && jsonl !== undefined)) {
      throw usageError('Say where to, and as what: --csv FILE or --jsonl FILE.');
    }
    const paths = homePaths(context.home());
    const weekStart = weekStartOf(readSettings(paths.settings));
    const filter = await filterFor(options, paths.database, weekStart);
    const write = async (file: string): Promise<number> => {
      const { done } = startExport(
        { database: paths.database, workerFolder: null, weekStart: () => weekStart },
        {
          file,
          scope: { kind: 'filter', filter },
          format: csv === undefined ? 'jsonl' : 'csv',
          byteOrderMark: options.bom,
          timeZone: options.utc ? 'utc' : 'local',
        },
        () => {},
      );
      const { state, written, why } = await done;
      if (state !== 'done') throw new CliError(why ?? 'The export did not finish.');
      return written;
    };

    if (target !== standardOutput) {
      const file = resolve(target);
      const written = await write(file);
      process.stdout.write(`${written} ${written === 1 ? 'row' : 'rows'} written to ${file}\n`);
      return;
    }
    // The export wants a file, which it renames at the end; this one is a person's own and goes at once.
    const folder = await mkdtemp(join(tmpdir(), 'inkwatch-export-'));
    try {
      const file = join(folder, 'rows');
      await write(file);
      await pipeline(createReadStream(file), process.stdout, { end: false });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
};

/** Says in plain words where there is no ledger, before a worker finds out. */
async function filterFor(
  options: ExportOptions,
  database: string,
  weekStart: Weekday,
): Promise<WriteFilter> {
  const reader = openReader(database);
  try {
    if (options.query === undefined) return filterOf(options);
    const reads = createDirectReads(reader, () => weekStart);
    return await queryFilter(options.query, options, reads);
  } finally {
    reader.close();
  }
}
