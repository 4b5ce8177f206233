import './lib/node-version.mjs';
import { ensureAddon, thisNode } from './lib/addon.mjs';
import { ensurePackages } from './lib/install.mjs';

/**
 * Makes a fresh clone able to run: packages, and SQLite for the runtimes in use (this Node, and those
 * given). Does nothing, in a few milliseconds, when all is there. Speaks on stderr only.
 * @param {readonly import('./lib/addon.mjs').Runtime[]} [others]
 */
export const ensureInstalled = async (others = []) => {
  await ensurePackages();
  await ensureAddon([thisNode(), ...others]);
};
