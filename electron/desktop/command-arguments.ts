import { parseArgs } from 'node:util';
import { isCommandName } from '../cli/command-names.ts';

/** Chromium's, which a package may be started with; the command line knows none of them. */
const chromiumSwitches: ReadonlySet<string> = new Set(['--no-sandbox']);

/**
 * The command line that this program was started with; null: it is to be the app. Only the name of a
 * command makes it one: files, links and odd arguments open the app (case g04).
 * @param argv as Electron gives it: the executable, from sources the app's folder, then the arguments
 */
export function commandIn(argv: readonly string[], packaged: boolean): readonly string[] | null {
  const args = argv.slice(1).filter((argument) => !chromiumSwitches.has(argument));
  const own = packaged ? args : args.slice(1);
  const { positionals } = parseArgs({
    args: own,
    options: { home: { type: 'string' }, 'audit-log': { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const [first] = positionals;
  return first !== undefined && isCommandName(first) ? own : null;
}
