import './lib/node-version.mjs';
import { runCli } from './lib/core.mjs';
import { command } from './lib/project.mjs';

await command(() => runCli(['serve', ...process.argv.slice(2)]));
