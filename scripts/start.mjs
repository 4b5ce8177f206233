import './lib/node-version.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { runCli } from './lib/core.mjs';
import { hasDisplay, sandboxObstacle } from './lib/display.mjs';
import { resolveElectron } from './lib/electron-runtime.mjs';
import { handOver } from './lib/exec.mjs';
import { at, command, say } from './lib/project.mjs';
import { ensureSystemPackages, windowNeeds } from './lib/system-packages.mjs';
import { ensureInstalled } from './setup.mjs';

const flags = process.argv.slice(2);

/** The window's program, with its flags, until it ends. */
const startDesktop = async () => {
  await ensureInstalled();
  await ensureSystemPackages(windowNeeds, 'to show a window');
  const { executable, version } = await resolveElectron();
  await ensureInstalled([{ name: `Electron ${version}`, executable }]);
  await ensureBuilt();
  const obstacle = sandboxObstacle(executable);
  if (obstacle !== undefined) say(`starting without Chromium's sandbox: ${obstacle}`);
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const sandbox = obstacle === undefined ? [] : ['--no-sandbox'];
  process.exitCode = await handOver(executable, [at(), ...sandbox, ...flags], env);
};

await command(async () => {
  if (hasDisplay()) {
    await startDesktop();
    return;
  }
  say('no display here, so no window: running the core alone (npm run serve)');
  await runCli(['serve', ...flags.filter((flag) => flag !== '--hidden')]);
});
