import { pathToFileURL } from 'node:url';
import { ensureInstalled } from '../setup.mjs';
import { ensureBuilt } from './build.mjs';
import { at } from './project.mjs';

/**
 * Runs the built command line in this very process: signals, exit code and streams are its own.
 * @param {readonly string[]} args
 */
export const runCli = async (args) => {
  await ensureInstalled();
  await ensureBuilt();
  const cli = at('dist/electron/cli.js');
  process.argv.splice(1, process.argv.length, cli, ...args);
  await import(pathToFileURL(cli).href);
};
