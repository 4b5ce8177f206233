import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type EnvironmentOptions } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// Everything else is bundled, so a package carries one runtime dependency and cannot miss one.
const external = [
  'electron',
  'better-sqlite3',
  /^node:/,
  ...builtinModules.flatMap((name) => [name, `node:${name}`]),
];

// The older Electron that tests may run in: Node 20.18 and Chromium 130.
const nodeTarget = 'node20';
const windowTarget = 'chrome130';

const nodeEntries: Readonly<Record<string, string>> = {
  main: 'electron/main.ts',
  cli: 'electron/cli.ts',
  'read-worker': 'electron/db/read-worker.ts',
  'export-worker': 'electron/audit/export-worker.ts',
  'sql-worker': 'electron/db/statements/sql-worker.ts',
};

const nodeEnvironment = (
  entries: Readonly<Record<string, string>>,
  format: 'es' | 'cjs',
): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true, external: ['electron', 'better-sqlite3'] },
  build: {
    target: nodeTarget,
    outDir: at('dist/electron'),
    // A program that runs still asks for its own pieces; scripts/lib/build.mjs clears old ones away.
    emptyOutDir: false,
    copyPublicDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      platform: 'node',
      external,
      input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, at(path)])),
      output: {
        format,
        entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
        // Beside the entries: workers are found as `new URL('./read-worker.js', import.meta.url)`.
        chunkFileNames: '[name]-[hash].js',
        // A sandboxed preload can require nothing but `electron`, so it must be one file.
        codeSplitting: format !== 'cjs',
      },
    },
  },
});

export default defineConfig({
  root: at('renderer'),
  // Assets are asked for relative to index.html, under the app's own scheme.
  base: './',
  plugins: [react()],
  builder: {
    async buildApp(builder) {
      for (const name of ['main', 'preload', 'client']) {
        const environment = builder.environments[name];
        if (environment === undefined) throw new Error(`no build environment named ${name}`);
        await builder.build(environment);
      }
    },
  },
  environments: {
    client: {
      build: {
        target: windowTarget,
        outDir: at('dist/renderer'),
        emptyOutDir: false,
        // The window loads from disk; inlining would only need a wider CSP.
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 2000,
        rolldownOptions: { input: at('renderer/index.html') },
      },
    },
    main: nodeEnvironment(nodeEntries, 'es'),
    preload: nodeEnvironment({ preload: 'electron/preload.ts' }, 'cjs'),
  },
});
