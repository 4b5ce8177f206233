import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CoreAddress, readEndpoint } from './endpoint-file.ts';
import type { StartedCore } from './start-core.ts';

/** No core could be reached; the message says what a person can do. */
export class NoCoreError extends Error {
  override readonly name = 'NoCoreError';
}

export interface CoreFinder {
  /** The core to talk to; waits for one, or starts it. @throws NoCoreError */
  find(): Promise<CoreAddress>;
  /** The core as it is now, without waiting and without starting one. */
  look(): Promise<CoreAddress | null>;
  /** This address did not answer, or no longer takes our token: look again before the next use. */
  forget(address: CoreAddress): void;
}

export interface CoreFinderOptions {
  readonly home: string;
  /** Of a connection of the client's own; null: the home's. */
  readonly token: string | null;
  /** The one server behind the gateway that is meant; absent or null: Inkwatch with all of them. */
  readonly server?: string | null;
  /** Null: `--no-start`. */
  readonly start: (() => Promise<StartedCore>) | null;
  readonly signal: AbortSignal;
  /** There was no core from the beginning, and none may be started. */
  readonly onRefused?: () => void;
  /** Milliseconds; tests shorten them. */
  readonly limits?: Partial<FinderLimits>;
}

/** In milliseconds. */
export interface FinderLimits {
  /** How long a core that was there may be away (a restart, an update) before one is started. */
  readonly away: number;
  /** How long a started core may take until it serves. */
  readonly start: number;
  /** After the started process gave up: another one may have won the home and be about to serve. */
  readonly lostRace: number;
  readonly poll: number;
}

const defaultLimits: FinderLimits = { away: 3000, start: 15_000, lostRace: 3000, poll: 40 };

/** Finds the core of one home, and starts one where that is allowed. One search at a time. */
export function createCoreFinder(options: CoreFinderOptions): CoreFinder {
  const limits = { ...defaultLimits, ...options.limits };
  let known: CoreAddress | null = null;
  let everSeen = false;
  let search: Promise<CoreAddress> | null = null;

  /** Polls until a core takes connections; null when the time is over, or `giveUp` says so. */
  const waitForCore = async (
    forMs: number,
    giveUp: () => boolean = () => false,
  ): Promise<CoreAddress | null> => {
    const deadline = Date.now() + forMs;
    for (;;) {
      const found = await readEndpoint(options.home, options.token, options.server ?? null);
      // A killed core leaves its file behind, and its pid may be another program's by now.
      if (found !== null && (await accepts(found))) return found;
      if (Date.now() >= deadline || giveUp()) return null;
      await sleep(limits.poll, undefined, { signal: options.signal });
    }
  };

  const startOne = async (start: () => Promise<StartedCore>): Promise<CoreAddress> => {
    const started = await start();
    const found = await waitForCore(limits.start, () => started.failed() !== null);
    const late = found ?? (started.failed() === null ? null : await waitForCore(limits.lostRace));
    if (late !== null) return late;
    const why = started.failed() ?? `it did not serve within ${limits.start / 1000} s`;
    throw new NoCoreError(`Inkwatch could not be started in the background: ${why}`);
  };

  const searchCore = async (): Promise<CoreAddress> => {
    // Where none may be started, waiting is all that is left.
    const patience = options.start === null ? limits.start : limits.away;
    const here = await waitForCore(everSeen ? patience : 0);
    if (here !== null) return here;
    if (options.start !== null) return startOne(options.start);
    if (!everSeen) options.onRefused?.();
    throw new NoCoreError(
      `Inkwatch is not running for ${options.home}, and --no-start forbids starting it. Open Inkwatch, or run "inkwatch serve".`,
    );
  };

  return {
    async find() {
      if (known !== null) return known;
      search ??= searchCore()
        .then((found) => {
          known = found;
          everSeen = true;
          return found;
        })
        .finally(() => {
          search = null;
        });
      return search;
    },
    look: () => readEndpoint(options.home, options.token, options.server ?? null),
    forget(address) {
      if (known === address) known = null;
    },
  };
}

function accepts(address: CoreAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address.url.hostname, port: Number(address.url.port || 80) });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
