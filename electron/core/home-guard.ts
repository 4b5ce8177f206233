import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { dbErrorWords } from '../db/errors.ts';
import { HomeInUseError, type HomeLock, lockHome } from '../db/home-lock.ts';
import type { HomePaths } from '../home/paths.ts';
import { storeToken } from '../home/token.ts';

/** This process's hold on its data folder, also while the folder cannot be used or is gone. */
export interface HomeGuard {
  /** Why this process must not write here for now; null: the home is its own. Takes the lock where it can. */
  outOfBounds(): string | null;
  /** Puts back tokens whose files are not there any more. @throws where the folder cannot be written */
  tend(...tokens: readonly (readonly [token: string, file: string])[]): void;
  release(): void;
}

/**
 * Takes the lock of a home. A folder that cannot be used is no failure: the lock is taken when it can be.
 * @throws HomeInUseError where another process has it
 */
export async function guardHome(
  paths: HomePaths,
  take: () => HomeLock | Promise<HomeLock>,
): Promise<HomeGuard> {
  let lock: HomeLock | null = null;
  let why: string | null = null;
  try {
    lock = await take();
  } catch (error) {
    if (error instanceof HomeInUseError) throw error;
    why = wordsOf(error);
  }

  const takeAgain = (): string | null => {
    // Not the folders above: a disk that was taken away must not be made up.
    if (!existsSync(dirname(paths.home))) return `the folder ${dirname(paths.home)} is not there`;
    // Its file is another one by now, so that letting it go lets nobody in.
    lock?.release();
    lock = null;
    try {
      lock = lockHome(paths);
      return null;
    } catch (error) {
      return wordsOf(error);
    }
  };

  return {
    outOfBounds() {
      if (lock === null || !lock.holds()) why = takeAgain();
      return why;
    },
    tend(...tokens) {
      for (const [token, file] of tokens) if (!existsSync(file)) storeToken(file, token);
    },
    release: () => lock?.release(),
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof HomeInUseError) {
    return 'another Inkwatch took this data folder while it was out of reach; quit one of the two';
  }
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'ENOSPC') return 'the disk is full; free some space';
  return /^(EACCES|EPERM|EROFS)$/.test(code)
    ? 'the data folder may not be written to; check its permissions'
    : dbErrorWords(error);
}
