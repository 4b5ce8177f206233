import { verifyChain } from '../audit/chain.ts';
import { readHighWater } from '../db/high-water.ts';
import { openReader } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import { CliError, type Register } from './program.ts';

/** `inkwatch verify`: recomputes the hash chain over all rows; exit code 1 where it does not hold. */
export const registerVerify: Register = (program, context) => {
  program
    .command('verify')
    .description('check that no recorded row was changed or removed')
    .option('--json', 'print the verdict as one JSON object')
    .action((options: { readonly json?: true }) => {
      const paths = homePaths(context.home());
      const reader = openReader(paths.database);
      try {
        const verdict = verifyChain(reader, readHighWater(paths.highWater));
        if (options.json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
        switch (verdict.kind) {
          case 'whole': {
            const before =
              verdict.unchained === 0 ? '' : ` (${verdict.unchained} from before the chain)`;
            if (!options.json)
              process.stdout.write(`The chain is whole: ${verdict.rows} rows${before}.\n`);
            return;
          }
          case 'broken':
            throw new CliError(
              `The chain is broken at row ${verdict.first_broken_id}: ${verdict.why}`,
            );
          case 'shortened':
            throw new CliError(`Rows are missing at the end: ${verdict.why}`);
        }
      } finally {
        reader.close();
      }
    });
};
