import { defineConfig } from '@playwright/test';

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
  // With two, 88 tests took 4 minutes, and many-writes, which measures the processor, and sample failed once.
  workers: 1,
  fullyParallel: false,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  projects: [
    { name: 'clients', testMatch: 'clients/*.spec.ts' },
    { name: 'desktop', testMatch: 'desktop/*.spec.ts' },
    // Once, since both who drive a package would make it in the same folder.
    { name: 'package', testMatch: 'packaged/package.setup.ts' },
    { name: 'packaged', testMatch: 'packaged/*.spec.ts', dependencies: ['package'] },
  ],
});
