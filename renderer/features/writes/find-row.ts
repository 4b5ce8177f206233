import type { Histogram, HistogramBar } from '../../../shared/answers.ts';
import type { WriteFilter } from '../../../shared/filter.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { pageSize } from './list-window.ts';

/** Where a page begins that holds the row that was asked for. */
export interface FoundPlace {
  /** The page's rows are older than this. */
  readonly before: PageKey;
  /** Matching rows before that page, as counted. */
  readonly start: number;
}

/** Bars per question, and how often a bar is looked into: each time it is some hundred times narrower. */
const bars = 300;
const deepest = 7;

/**
 * The page with the matching row at `position` (0: the newest), found by counts over time: an offset would
 * be walked row by row. The page begins at most `pageSize` rows before it, unless one second holds more.
 * Null: nothing matches.
 */
export async function findRow(
  chartOf: (args: { filter: WriteFilter; bars: number }) => Promise<Pick<Histogram, 'bars'>>,
  filter: WriteFilter,
  position: number,
): Promise<FoundPlace | null> {
  let time = filter.time;
  let found: FoundPlace | null = null;
  let start = 0;
  for (let depth = 0; depth < deepest; depth += 1) {
    const chart = await chartOf({ filter: { ...filter, time }, bars });
    const inside = barWith(chart.bars, position - start);
    if (inside === null) return found;
    const { bar, newer, held } = inside;
    start += newer;
    found = { before: { timestamp_ms: bar.until_ms, id: 0 }, start };
    if (held <= pageSize || chart.bars.length === 1) return found;
    time = { kind: 'between', since_ms: bar.since_ms, until_ms: bar.until_ms };
  }
  return found;
}

interface InsideBar {
  readonly bar: HistogramBar;
  /** Rows of newer bars, and its own. */
  readonly newer: number;
  readonly held: number;
}

/** The bar that holds the row at `position`, counted from the newest; the last one with rows where there are fewer. */
function barWith(all: readonly HistogramBar[], position: number): InsideBar | null {
  let newer = 0;
  let last: InsideBar | null = null;
  for (const bar of all.toReversed()) {
    const held = Object.values(bar.counts).reduce((sum, n) => sum + n, 0);
    if (held > 0) last = { bar, newer, held };
    if (newer + held > position) break;
    newer += held;
  }
  return last;
}
