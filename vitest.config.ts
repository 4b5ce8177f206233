import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes a minute by itself: begun last, it would be waited for on one core while the others are idle. */
const longest = [
  'bench/bench.test.ts',
  'e2e/conformance/conformance.test.ts',
  'electron/bridge/stdio-process.test.ts',
  'electron/cli.test.ts',
  'electron/core/lifecycle.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((path) =>
        moduleId.replaceAll('\\', '/').endsWith(`/${path}`),
      );
      return place === -1 ? longest.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,scripts,bench,e2e}/**/*.test.{ts,tsx}'],
    // A process per file: the SQLite addon and worker threads are the real ones.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Limits are for what hangs, not for what is slow: a busy machine must not turn a test red.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // A forgotten `only` must not make a green run.
    allowOnly: false,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
  },
});
