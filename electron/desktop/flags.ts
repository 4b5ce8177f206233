import { resolve } from 'node:path';

/** How the app was started. Flags that are not ours are Chromium's or nobody's: they are left alone. */
export interface Flags {
  /** Start in the tray, without a window. */
  readonly hidden: boolean;
  /** The home holds made-up data and says so. */
  readonly sample: boolean;
  /** Absolute; null: the environment's or the default. */
  readonly home: string | null;
  /** Absolute path of the JSONL audit log; null: as the environment or the settings say. */
  readonly auditLog: string | null;
}

/** Reads `--hidden`, `--sample`, `--home DIR`, `--audit-log PATH` wherever they stand (case g04: odd arguments). */
export function parseFlags(argv: readonly string[], workingFolder: string): Flags {
  return {
    hidden: argv.includes('--hidden'),
    sample: argv.includes('--sample'),
    home: pathAfter('--home', argv, workingFolder),
    auditLog: pathAfter('--audit-log', argv, workingFolder),
  };
}

/** The last `NAME PATH` or `NAME=PATH`, absolute; null: none that names anything. */
function pathAfter(name: string, argv: readonly string[], workingFolder: string): string | null {
  const paths = argv.flatMap((argument, index) => {
    const value = argument.startsWith(`${name}=`)
      ? argument.slice(name.length + 1)
      : argument === name
        ? argv[index + 1]
        : undefined;
    return value === undefined || value === '' || value.startsWith('--') ? [] : [value];
  });
  const last = paths.at(-1);
  return last === undefined ? null : resolve(workingFolder, last);
}
