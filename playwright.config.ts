import { defineConfig } from '@playwright/test';

/** What measures the processor or answers by the clock: another app beside it would be measured with it. */
const measured = [
  'desktop/many-writes.spec.ts',
  'desktop/bursts.spec.ts',
  'desktop/quitting.spec.ts',
];

// PLAYWRIGHT_JSON_OUTPUT_FILE names another file for the report (Playwright's own variable).
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/support/build.ts',
  // Limits are for what hangs, not for what is slow.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A test that passes on its second try has found something.
  retries: 0,
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    // Its files fetch the same clients into the same folder.
    { name: 'clients', testMatch: 'clients/*.spec.ts', workers: 1 },
    { name: 'desktop', testMatch: 'desktop/*.spec.ts', testIgnore: measured },
    // Once, since both who drive a package would make it in the same folder.
    { name: 'package', testMatch: 'packaged/package.setup.ts' },
    { name: 'packaged', testMatch: 'packaged/*.spec.ts', dependencies: ['package'] },
    {
      name: 'measured',
      testMatch: measured,
      dependencies: ['clients', 'desktop', 'packaged'],
      workers: 1,
    },
  ],
});
