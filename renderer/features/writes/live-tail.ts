import type { WriteRow, WritesPage } from '../../../shared/answers.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { keyOf } from './list-window.ts';

/** What the tail needs from the window around it. */
export interface TailHost {
  /** Rows newer than `after`, oldest of them first to page, answered newest first. */
  readonly newer: (after: PageKey | null) => Promise<WritesPage>;
  /** True while new rows may go into the list: live, at its newest end, nobody pressing on a row. */
  readonly follows: () => boolean;
  readonly append: (rows: readonly WriteRow[]) => void;
  readonly waiting: (what: Waiting) => void;
  /** The list has to be read anew: too much came, or it was empty. */
  readonly reload: () => void;
  /** No newer row by key. Rows with an older time can still have come: the clock may have been set back. */
  readonly nothingNewer: () => void;
  readonly failed: (why: string) => void;
}

/** New rows that are known and not shown. `more`: there are others behind them. */
export interface Waiting {
  readonly count: number;
  readonly more: boolean;
}

/** Rounds of newer rows that one look puts into the list; beyond it, reading anew is cheaper. */
const maxRounds = 5;

/**
 * Follows the newest end of one list. Any number of calls to `look` while one is under way make
 * exactly one more: a burst of 200 writes a second costs no more questions than answers.
 */
export class LiveTail {
  #running = false;
  #again = false;
  #stopped = false;
  #take = false;
  #newest: PageKey | null;
  readonly #host: TailHost;

  constructor(host: TailHost, newest: PageKey | null) {
    this.#host = host;
    this.#newest = newest;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Looks for rows newer than the newest one shown. `take` puts them in even where nobody follows. */
  async look(take = false): Promise<void> {
    this.#take ||= take;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = true;
    try {
      do {
        this.#again = false;
        await this.#once();
      } while (this.#again && !this.#stopped);
    } catch (error) {
      if (!this.#stopped) this.#host.failed(error instanceof Error ? error.message : String(error));
    } finally {
      this.#running = false;
    }
  }

  async #once(): Promise<void> {
    if (this.#newest === null) {
      // Nothing to be newer than: the first rows come by an ordinary first page.
      this.#host.reload();
      return;
    }
    for (let round = 0; round < maxRounds; round += 1) {
      const page = await this.#host.newer(this.#newest);
      if (this.#stopped) return;
      const first = page.rows[0];
      if (first === undefined) {
        this.#take = false;
        this.#host.waiting({ count: 0, more: false });
        if (round === 0) this.#host.nothingNewer();
        return;
      }
      if (!this.#take && !this.#host.follows()) {
        this.#host.waiting({ count: page.rows.length, more: page.more });
        return;
      }
      this.#newest = keyOf(first);
      this.#host.append(page.rows);
      if (!page.more) {
        this.#take = false;
        this.#host.waiting({ count: 0, more: false });
        return;
      }
    }
    this.#host.reload();
  }
}
