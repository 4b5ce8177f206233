import { constants, existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedHome, settleHome } from './seed.ts';

let wantedSizes: readonly number[] = [10_000, 100_000, 1_000_000];

/** Looks at ledgers of one size only. */
export const onlyRows = (rows: number): void => {
  wantedSizes = [rows];
};

/** How many rows a growing ledger is looked at with. */
export const sizes = (smoke: boolean): readonly number[] => (smoke ? [2_500] : wantedSizes);

let kept: string | null = null;
let own: string | null = null;
const ready = new Set<string>();

/** Seeded homes are looked for and kept in this folder; else each run makes its own. */
export const keepHomesIn = (folder: string | undefined): void => {
  kept = folder ?? null;
};

const folderOfHomes = async (): Promise<string> => {
  if (kept !== null) return kept;
  own ??= await mkdtemp(join(tmpdir(), 'inkwatch-homes-'));
  return own;
};

/** Removes the homes that this run made for itself. */
export const removeHomes = async (): Promise<void> => {
  if (own !== null) await rm(own, { recursive: true, force: true });
};

/** A home with so many made-up writes; only to be read, since others share it. */
export const seededHome = async (rows: number): Promise<string> => {
  const home = join(await folderOfHomes(), String(rows));
  if (ready.has(home)) return home;
  if (existsSync(home)) {
    settleHome(home);
  } else {
    const partial = `${home}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    await seedHome(partial, { rows, end: Date.now(), seed: 1 });
    await rename(partial, home);
  }
  ready.add(home);
  return home;
};

/** A copy of it that may be written to. */
export const seededCopy = async (to: string, rows: number): Promise<void> => {
  await cp(await seededHome(rows), to, { recursive: true, mode: constants.COPYFILE_FICLONE });
};
