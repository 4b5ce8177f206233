import { isAbsolute, resolve } from 'node:path';

/** How the app was started. Flags that are not ours are Chromium's or nobody's: they are left alone. */
export interface Flags {
  /** Start in the tray, without a window. */
  readonly hidden: boolean;
  /** The home holds made-up data and says so. */
  readonly sample: boolean;
  /** Absolute; null: the environment's or the default. */
  readonly home: string | null;
}

/** Reads `--hidden`, `--sample`, `--home DIR` and `--home=DIR` wherever they stand (case g04: odd arguments). */
export function parseFlags(argv: readonly string[], workingFolder: string): Flags {
  let home: string | null = null;
  argv.forEach((argument, index) => {
    const value = argument.startsWith('--home=')
      ? argument.slice('--home='.length)
      : argument === '--home'
        ? argv[index + 1]
        : undefined;
    if (value === undefined || value === '' || value.startsWith('--')) return;
    home = isAbsolute(value) ? value : resolve(workingFolder, value);
  });
  return { hidden: argv.includes('--hidden'), sample: argv.includes('--sample'), home };
}
