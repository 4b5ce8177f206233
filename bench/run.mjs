// Builds the benchmarks beside the program (same Node, same bundler) and runs them.
//   npm run bench -- [--only p1|p2] [--smoke] [--quiet-build]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

await build({
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: true,
    target: 'node20',
    // Below the project, so that its node_modules are found from there.
    outDir: at('../.cache/bench'),
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: at('main.ts'),
        'do-nothing-server': at('peers/do-nothing-server.ts'),
      },
    },
  },
});

const { status } = spawnSync(
  process.execPath,
  [at('../.cache/bench/main.js'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    cwd: at('..'),
  },
);
process.exitCode = status ?? 1;
