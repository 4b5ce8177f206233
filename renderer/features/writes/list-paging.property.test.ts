import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WriteRow, WritesPage } from '../../../shared/answers.ts';
import { emptyFilter } from '../../../shared/filter.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { fetchPage } from './fetch-page.ts';
import {
  type ListPage,
  type ListParam,
  mergeNewer,
  newerParam,
  olderParam,
} from './list-window.ts';

const later = (a: PageKey, b: PageKey): number => b.timestamp_ms - a.timestamp_ms || b.id - a.id;

/** A ledger that answers as the core does: newest first, the later recorded first where the time is the same. */
class Ledger {
  readonly #rows: WriteRow[] = [];
  add(timestamp_ms: number): WriteRow {
    const row = writeRow({ id: this.#rows.length + 1, timestamp_ms });
    this.#rows.push(row);
    return row;
  }
  all = (): readonly WriteRow[] => this.#rows.toSorted(later);
  async page({ before }: { readonly before: PageKey | null }, limit = 5): Promise<WritesPage> {
    const rows = this.all().filter((row) => before === null || later(before, row) < 0);
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  }
  async newer({ after }: { readonly after: PageKey | null }, limit = 5): Promise<WritesPage> {
    const rows = this.all().filter((row) => after === null || later(row, after) < 0);
    return { rows: rows.slice(-limit), more: rows.length > limit };
  }
}

const now = 1_796_000_000_000;
/** Mostly some milliseconds, so that many rows share one; a clock set back; seconds and microseconds in the place of milliseconds. */
const times = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: now, max: now + 12 }) },
  { weight: 2, arbitrary: fc.integer({ min: now - 5_000, max: now }) },
  { weight: 1, arbitrary: fc.constantFrom(now / 1000, now * 1000, 0, -1) },
);
const ids = (rows: readonly WriteRow[]): readonly number[] => rows.map((row) => row.id);

/** Reads on from a page until that end of the ledger; after each page more rows arrive. */
async function readOn(
  ledger: Ledger,
  first: ListParam,
  next: (page: ListPage) => ListParam | undefined,
  arrive: () => void,
): Promise<readonly ListPage[]> {
  const pages: ListPage[] = [];
  let param: ListParam | undefined = first;
  while (param !== undefined) {
    const page: ListPage = await fetchPage(ledger, emptyFilter, param);
    pages.push(page);
    param = next(page);
    arrive();
  }
  return pages;
}

test('reading to the oldest row shows every row that was there, once and in order, whatever arrives meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(times, { maxLength: 40 }), fc.array(times), async (old, fresh) => {
      const ledger = new Ledger();
      for (const at of old) ledger.add(at);
      const there = new Set(ids(ledger.all()));
      const coming = fresh.values();
      const pages = await readOn(ledger, { kind: 'newest' }, olderParam, () => {
        const { value } = coming.next();
        if (value !== undefined) ledger.add(value);
      });
      const shown = pages.flatMap((page) => page.rows);
      expect(new Set(ids(shown)).size).toBe(shown.length);
      expect(shown).toEqual(shown.toSorted(later));
      expect(ids(shown).filter((id) => there.has(id))).toEqual(
        ids(ledger.all()).filter((id) => there.has(id)),
      );
    }),
  );
});

test('reading from the oldest row to the newest does the same, and ends at the newest there is by then', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(times, { minLength: 1, maxLength: 40 }),
      fc.array(times, { maxLength: 20 }),
      async (old, fresh) => {
        const ledger = new Ledger();
        for (const at of old) ledger.add(at);
        const there = new Set(ids(ledger.all()));
        const coming = fresh.values();
        const first = { kind: 'oldest', matching: old.length } as const;
        const pages = await readOn(ledger, first, newerParam, () => {
          const { value } = coming.next();
          if (value !== undefined) ledger.add(value);
        });
        const shown = pages.toReversed().flatMap((page) => page.rows);
        expect(new Set(ids(shown)).size).toBe(shown.length);
        expect(ids(shown).filter((id) => there.has(id))).toEqual(
          ids(ledger.all()).filter((id) => there.has(id)),
        );
      },
    ),
  );
});

test('answers of the tail that overlap, or come out of order, are in the list once', () => {
  fc.assert(
    fc.property(fc.array(times, { minLength: 3, maxLength: 40 }), fc.nat(), (all, cut) => {
      const ledger = new Ledger();
      for (const at of all) ledger.add(at);
      const rows = ledger.all();
      const known = 1 + (cut % (rows.length - 1));
      const start = { rows: rows.slice(known), start: 0, newer: false, older: false };
      const before = { pages: [start], pageParams: [{ kind: 'newest' } as const] };
      // The later answer holds all that is newer, the earlier one a part of it; it arrives last.
      const merged = mergeNewer(mergeNewer(before, rows.slice(0, known)), rows.slice(1, known + 1));
      expect(ids(merged.pages.flatMap((page) => page.rows))).toEqual(ids(rows));
    }),
  );
});
