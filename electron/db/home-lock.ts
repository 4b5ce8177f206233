/** One process per home. Freed by the operating system on any death, so no lock goes stale. */
export interface HomeLock {
  release(): void;
}

/** Another process serves this home. */
export class HomeInUseError extends Error {
  override readonly name = 'HomeInUseError';
  /** Null: it did not say. */
  readonly pid: number | null;
  constructor(home: string, pid: number | null) {
    super(
      `Another Inkwatch${pid === null ? '' : ` (process ${pid})`} is already using ${home}. Quit it first, or choose another folder with --home.`,
    );
    this.pid = pid;
  }
}

/**
 * Takes the lock of a home (makes the folder when missing). `files` are `coreLock` and `corePid` of homePaths.
 * @throws HomeInUseError where another process holds it.
 */
export function lockHome(_files: {
  readonly home: string;
  readonly coreLock: string;
  readonly corePid: string;
}): HomeLock {
  throw new Error('lockHome: body follows');
}
