// The app as Playwright starts it. Its loader holds `ready` back until Playwright listens; given an
// executable of ours it leaves the loader out, and of a hundred starts one or two then hang, because the
// window navigates while Playwright attaches to it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { app } from 'electron';

const require = createRequire(import.meta.url);
const runner = createRequire(require.resolve('@playwright/test'));
const playwright = dirname(runner.resolve('playwright-core/package.json'));
require(join(playwright, 'lib', 'server', 'electron', 'loader.js'));

const project = join(import.meta.dirname, '..', '..', '..');
app.setAppPath(project);
app.setVersion(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).version);
await import('../../../dist/electron/main.js');
