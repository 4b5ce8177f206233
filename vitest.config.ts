import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,scripts,bench,e2e}/**/*.test.{ts,tsx}'],
    // A process per file: the SQLite addon and worker threads are the real ones.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A forgotten `only` must not make a green run.
    allowOnly: false,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
