import './lib/node-version.mjs';
import { resolveElectron } from './lib/electron-runtime.mjs';
import { command } from './lib/project.mjs';
import { ensureInstalled } from './setup.mjs';

await command(async () => {
  await ensureInstalled();
  const { executable, version } = await resolveElectron();
  await ensureInstalled([{ name: `Electron ${version}`, executable }]);
  process.stdout.write(`${executable}\n`);
});
