// Builds the benchmarks beside the program (same Node, same bundler) and runs them.
//   npm run bench -- [--only p1,p2,p3,p4,p5,p6,p7,p8,stdio,tools,conformance,soak,malformed,kill9] [--rounds N] [--rows N] [--seed N] [--homes DIR] [--smoke]
//   --homes DIR keeps the seeded homes there for the next run
//   npm run bench:seed -- --rows N [--home DIR] [--seed N] [--end DATE]
import { spawnSync } from 'node:child_process';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { at, command } from '../scripts/lib/project.mjs';
import { ensureInstalled } from '../scripts/setup.mjs';

const [first, ...rest] = process.argv.slice(2);
const [program, args] = first === 'seed' ? ['seed.js', rest] : ['main.js', process.argv.slice(2)];

await command(async () => {
  await ensureInstalled();
  await ensureBuilt();
  // Not before: a fresh clone has no vite yet.
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node20',
      // Below the project, so that its node_modules are found from there.
      outDir: at('.cache/bench'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: {
          main: at('bench/main.ts'),
          seed: at('bench/seed/main.ts'),
          'do-nothing-server': at('bench/peers/do-nothing-server.ts'),
          resident: at('bench/peers/resident.ts'),
          writer: at('bench/peers/writer.ts'),
          'reference-server': at('e2e/conformance/reference-server.ts'),
          'do-nothing-stdio': at('bench/peers/do-nothing-stdio.ts'),
        },
      },
    },
  });
  const { status } = spawnSync(process.execPath, [at('.cache/bench', program), ...args], {
    stdio: 'inherit',
    cwd: at(),
  });
  process.exitCode = status ?? 1;
});
