import './lib/node-version.mjs';
import { build } from './lib/build.mjs';
import { command } from './lib/project.mjs';
import { ensureInstalled } from './setup.mjs';

await command(async () => {
  await ensureInstalled();
  await build();
});
