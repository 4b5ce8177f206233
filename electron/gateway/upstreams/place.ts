import type { UpstreamAnswer } from './answers.ts';
import type { Seat, UpstreamSession } from './seat.ts';
import { createSetUp, type SetUp } from './set-up.ts';

export interface PlaceOptions {
  /** A new seat at the server as it is now. @throws UpstreamError where there is none to be had. */
  readonly take: (setUp: SetUp) => Seat;
}

/**
 * A client's own session, as long as the client has it: a person may stop, change or restart the server
 * meanwhile, or its seat may have been given to somebody else while it was idle. Then it takes a new seat,
 * set up as the old one was.
 */
export function createPlace({ take }: PlaceOptions): UpstreamSession {
  const setUp = createSetUp(false);
  let seat: Seat | null = take(setUp);
  let isClosed = false;

  const now = (): Seat => {
    if (seat === null || (seat.isClosed() && !isClosed)) seat = take(setUp);
    return seat;
  };
  const failed = (error: unknown): UpstreamAnswer => ({
    kind: 'failed',
    reason: 'down',
    why: error instanceof Error ? error.message : String(error),
  });

  return {
    async open() {
      return now().open();
    },
    opening: () => seat?.opening() ?? null,
    async request(method, params, options) {
      try {
        return await now().request(method, params, options);
      } catch (error) {
        return failed(error);
      }
    },
    notify(method, params) {
      if (method === 'notifications/initialized' && seat?.isClosed() !== false) {
        setUp.isInitialized = true;
      } else seat?.notify(method, params);
    },
    running: () => seat?.running() ?? 0,
    idleMs: () => seat?.idleMs() ?? 0,
    async close() {
      isClosed = true;
      await seat?.close();
    },
  };
}
