import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type ImportResult, importFile } from '../audit/import/import-file.ts';
import { takeHome } from '../core/take-home.ts';
import { openLedger } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import { CliError, type Register } from './program.ts';

interface ImportOptions {
  readonly rejected?: string;
  readonly json?: true;
}

const progressMs = 1000;

/**
 * `inkwatch import`: copies what another ledger recorded. It takes the home as a core does, since one
 * process writes a ledger: with a core running it refuses and names that process.
 */
export const registerImport: Register = (program, context) => {
  program
    .command('import')
    .description('copy writes from a JSONL audit log, or from a database with a table mcp_writes')
    .argument('<file>', 'the file; what the ledger has already is left alone')
    .option('--rejected <path>', 'where lines go that are no writes (default: beside the file)')
    .option('--json', 'print the result as one JSON object')
    .action(async (named: string, options: ImportOptions) => {
      const file = resolve(named);
      requireFile(file);
      const rejectedFile = resolve(
        options.rejected ?? join(dirname(file), `${basename(file)}.rejected.jsonl`),
      );
      const result = await importInto(context.home(), file, rejectedFile);
      for (const { at, why } of result.reasons) {
        process.stderr.write(`inkwatch: record ${at} is no write: ${why}\n`);
      }
      const rejected_file = result.rejected === 0 ? null : rejectedFile;
      const { read, added, present, rejected } = result;
      const answer = { read, added, present, rejected, rejected_file };
      process.stdout.write(
        options.json ? `${JSON.stringify(answer)}\n` : words(result, rejectedFile),
      );
    });
};

/** @throws CliError in plain words where there is no such file */
function requireFile(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CliError(`There is no file ${file}.`);
  if (!found.isFile()) throw new CliError(`${file} is no file.`);
}

async function importInto(home: string, file: string, rejectedFile: string): Promise<ImportResult> {
  const paths = homePaths(home);
  const lock = await takeHome(paths);
  try {
    const ledger = openLedger(paths);
    try {
      const state = ledger.state();
      if (ledger.write === null || ledger.obstacle() !== null) {
        throw new CliError(state.kind === 'ok' ? 'The ledger cannot be written.' : state.why);
      }
      return await importFile({ file, rejectedFile, db: ledger.write, onProgress: progress() });
    } finally {
      ledger.close();
    }
  } finally {
    lock.release();
  }
}

function progress(): (result: ImportResult) => void {
  let said = Date.now();
  return ({ read }) => {
    if (Date.now() - said < progressMs) return;
    said = Date.now();
    process.stderr.write(`inkwatch: ${read.toLocaleString('en')} records read\n`);
  };
}

function words({ added, present, rejected }: ImportResult, rejectedFile: string): string {
  const writes = (count: number) => `${count.toLocaleString('en')} write${count === 1 ? '' : 's'}`;
  const there = present === 0 ? '' : ` ${writes(present)} had been there already.`;
  const aside =
    rejected === 0
      ? ''
      : ` ${rejected.toLocaleString('en')} record${rejected === 1 ? ' is' : 's are'} no write: kept in ${rejectedFile}.`;
  return `Imported ${writes(added)}.${there}${aside}\n`;
}
