import { describe, expect, it } from 'vitest';
import type { WriteRow, WritesPage } from '../../../shared/answers.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { downFrom, writeRows } from '../../lib/write-row.test-help.ts';
import { keyOf } from './list-window.ts';
import { LiveTail, type TailHost, type Waiting } from './live-tail.ts';

/** A ledger to follow, and the window around the tail. */
class Window implements TailHost {
  ledger: readonly WriteRow[] = [];
  following = true;
  readonly shown: number[] = [];
  readonly said: Waiting[] = [];
  asked = 0;
  reloads = 0;
  nothing = 0;
  failure: string | null = null;
  /** Runs while a question is under way. */
  meanwhile: (() => void) | null = null;
  limit = 200;

  async newer(after: PageKey | null): Promise<WritesPage> {
    this.asked += 1;
    const newer = this.ledger.filter((row) => row.id > (after?.id ?? 0));
    const { meanwhile } = this;
    this.meanwhile = null;
    meanwhile?.();
    await Promise.resolve();
    if (this.failure !== null) throw new Error(this.failure);
    return { rows: newer.slice(-this.limit), more: newer.length > this.limit };
  }
  follows = () => this.following;
  append = (rows: readonly WriteRow[]) => void this.shown.unshift(...rows.map((row) => row.id));
  waiting = (what: Waiting) => void this.said.push(what);
  reload = () => {
    this.reloads += 1;
  };
  nothingNewer = () => {
    this.nothing += 1;
  };
  said_why: string | null = null;
  failed = (why: string) => {
    this.said_why = why;
  };
}

const tailOf = (window: Window, newest: number): LiveTail => {
  const [row] = writeRows([newest]);
  return new LiveTail(
    { ...window, newer: (after) => window.newer(after), follows: () => window.following },
    row === undefined ? null : keyOf(row),
  );
};

describe('the live tail', () => {
  it('puts newer rows in while the newest end is followed', async () => {
    const window = new Window();
    window.ledger = writeRows(downFrom(13, 1));
    await tailOf(window, 10).look();
    expect(window.shown).toEqual([13, 12, 11]);
    expect(window.said.at(-1)).toEqual({ count: 0, more: false });
  });

  it('counts them and moves nothing where nobody follows, until they are asked for', async () => {
    const window = new Window();
    window.ledger = writeRows(downFrom(22, 1));
    window.following = false;
    const tail = tailOf(window, 10);
    await tail.look();
    expect(window.shown).toEqual([]);
    expect(window.said.at(-1)).toEqual({ count: 12, more: false });

    await tail.look(true);
    expect(window.shown).toEqual([...downFrom(22, 11)]);
    // Asking once is not following.
    window.ledger = writeRows(downFrom(23, 1));
    await tail.look();
    expect(window.shown).not.toContain(23);
  });

  it('asks once more, not once per call, for what comes while it asks', async () => {
    const window = new Window();
    window.ledger = writeRows(downFrom(11, 1));
    const tail = tailOf(window, 10);
    window.meanwhile = () => {
      window.ledger = writeRows(downFrom(30, 1));
      for (let call = 0; call < 200; call += 1) void tail.look();
    };
    await tail.look();
    expect(window.shown[0]).toBe(30);
    expect(window.asked).toBeLessThanOrEqual(3);
  });

  it('reads page after page, oldest first, and the list anew where too much came', async () => {
    const window = new Window();
    window.limit = 2;
    window.ledger = writeRows(downFrom(16, 1));
    // The oldest of the newer rows come first, as the main process answers.
    window.newer = async (after) => {
      const newer = window.ledger.filter((row) => row.id > (after?.id ?? 0));
      return { rows: newer.slice(-2), more: newer.length > 2 };
    };
    await tailOf(window, 10).look();
    expect(window.shown).toEqual([16, 15, 14, 13, 12, 11]);
    expect(window.reloads).toBe(0);

    const flooded = new Window();
    flooded.ledger = writeRows(downFrom(60, 1));
    flooded.newer = async (after) => {
      const newer = flooded.ledger.filter((row) => row.id > (after?.id ?? 0));
      return { rows: newer.slice(-2), more: newer.length > 2 };
    };
    await tailOf(flooded, 10).look();
    expect(flooded.reloads).toBe(1);
  });

  it('reads an empty list anew, since there is nothing to be newer than', async () => {
    const window = new Window();
    await new LiveTail({ ...window, newer: (after) => window.newer(after) }, null).look();
    expect(window.reloads).toBe(1);
    expect(window.asked).toBe(0);
  });

  it('tells when nothing is newer by key: the clock may have been set back', async () => {
    const window = new Window();
    await tailOf(window, 10).look();
    expect(window.nothing).toBe(1);
  });

  it('says why it cannot tell, and goes on at the next call', async () => {
    const window = new Window();
    window.ledger = writeRows(downFrom(11, 1));
    window.failure = 'disk I/O error';
    const tail = tailOf(window, 10);
    await tail.look();
    expect(window.said_why).toBe('disk I/O error');
    window.failure = null;
    await tail.look();
    expect(window.shown).toEqual([11]);
  });

  it('shows nothing of a list that was left while it asked', async () => {
    const window = new Window();
    window.ledger = writeRows(downFrom(12, 1));
    const tail = tailOf(window, 10);
    window.meanwhile = () => tail.stop();
    await tail.look();
    expect(window.shown).toEqual([]);
  });
});
