import type { ShownOutcome } from '../../../shared/outcome.ts';
import { kept } from './kinds.ts';
import type { ColumnBlock } from './open.ts';
import type { Selection } from './selection.ts';

/** How many rows of each kind lie in the range, whatever the dimensions of the filter say of the kind. */
export function countKinds({ columns, range, keepsId }: Selection): Float64Array {
  const counts = new Float64Array(columns.kinds.length);
  const add = (kind: number, rows: number) => {
    counts[kind] = (counts[kind] ?? 0) + rows;
  };
  for (const block of columns.blocks) {
    const { kinds } = block;
    const inside = block.min_ms >= range.since && block.max_ms < range.until;
    if (inside && block.whole && keepsId === null) {
      for (let n = 0; n < kinds.length; n += 2) add(kinds[n] ?? 0, kinds[n + 1] ?? 0);
      continue;
    }
    const { times, codes } = block.open();
    const [since, until] = [range.since - block.min_ms, range.until - block.min_ms];
    const found = new Uint32Array(kinds.length / 2 + 1);
    for (let at = 0; at < codes.length; at += 1) {
      const time = times[at] ?? 0;
      if (time < since || time >= until) continue;
      if (keepsId !== null && !keepsId(block.firstId + at)) continue;
      const code = codes[at] ?? 0;
      found[code] = (found[code] ?? 0) + 1;
    }
    for (let code = 1; code < found.length; code += 1) {
      add(kinds[2 * code - 2] ?? 0, found[code] ?? 0);
    }
  }
  for (const { id, kind } of columns.loose) {
    if (keepsId === null || keepsId(id)) add(kind, 1);
  }
  return counts;
}

type BarCounts = Record<ShownOutcome, number>;

const emptyBar = (): BarCounts => ({ succeeded: 0, failed: 0, refused: 0, unknown: 0 });

/** Kept rows between each two `edges`, which rise, by outcome. */
export function countBars(
  { columns, range, bits, keepsId }: Selection,
  edges: readonly number[],
): readonly BarCounts[] {
  const bars = edges.slice(1).map(emptyBar);
  let bar = 0;
  /** The bar of a time; times that follow each other are mostly in the same one. */
  const barOf = (time: number): number => {
    while (bar > 0 && time < (edges[bar] ?? 0)) bar -= 1;
    while (bar < bars.length - 1 && time >= (edges[bar + 1] ?? 0)) bar += 1;
    return bar;
  };
  const add = (time: number, kind: number, rows: number) => {
    const counts = bars[barOf(time)];
    const outcome = columns.kinds[kind]?.outcome;
    if (counts !== undefined && outcome !== undefined) counts[outcome] += rows;
  };
  const addBlock = (block: ColumnBlock) => {
    const { kinds, min_ms, max_ms } = block;
    const inside = min_ms >= range.since && max_ms < range.until;
    if (inside && block.whole && keepsId === null && barOf(min_ms) === barOf(max_ms)) {
      for (let n = 0; n < kinds.length; n += 2) {
        const kind = kinds[n] ?? 0;
        if (bits[kind] === kept) add(min_ms, kind, kinds[n + 1] ?? 0);
      }
      return;
    }
    const { times, codes } = block.open();
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at] ?? 0;
      const kind = kinds[2 * code - 2] ?? 0;
      if (code === 0 || bits[kind] !== kept) continue;
      const time = min_ms + (times[at] ?? 0);
      if (time < range.since || time >= range.until) continue;
      if (keepsId === null || keepsId(block.firstId + at)) add(time, kind, 1);
    }
  };
  for (const block of columns.blocks) {
    if (someKept(block, bits)) addBlock(block);
  }
  for (const { id, timestamp_ms, kind } of columns.loose) {
    if (bits[kind] === kept && (keepsId === null || keepsId(id))) add(timestamp_ms, kind, 1);
  }
  return bars;
}

/** Whether a block has rows of a kind that is kept. */
export function someKept({ kinds }: Pick<ColumnBlock, 'kinds'>, bits: Uint8Array): boolean {
  for (let n = 0; n < kinds.length; n += 2) {
    if (bits[kinds[n] ?? 0] === kept) return true;
  }
  return false;
}
