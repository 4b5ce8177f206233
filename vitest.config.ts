import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,scripts,bench,e2e}/**/*.test.{ts,tsx}'],
    // A process per file: the SQLite addon and worker threads are the real ones.
    pool: 'forks',
    maxWorkers: 2,
    // Limits are for what hangs, not for what is slow: a busy machine must not turn a test red.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // A forgotten `only` must not make a green run.
    allowOnly: false,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
