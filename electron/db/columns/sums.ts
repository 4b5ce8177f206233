import { type ShownOutcome, shownOutcomes } from '../../../shared/outcome.ts';
import { kept } from './kinds.ts';
import type { ColumnBlock } from './open.ts';
import type { Selection } from './selection.ts';

/** How many rows of each kind lie in the range, whatever the dimensions of the filter say of the kind. */
export function countKinds({ columns, range, keepsId }: Selection): Float64Array {
  const counts = new Float64Array(columns.table.kinds.length);
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

/** Kept rows between each two `edges`, which rise, by outcome. */
export function countBars(
  { columns, range, bits, keepsId }: Selection,
  edges: readonly number[],
): readonly BarCounts[] {
  const last = edges.length - 2;
  const counts = new Float64Array((last + 1) * shownOutcomes.length);
  // Of each kind the place of its outcome, after 1; 0: it is not kept.
  const outcomes = Uint8Array.from(columns.table.kinds, ({ outcome }, kind) =>
    bits[kind] === kept ? 1 + shownOutcomes.indexOf(outcome) : 0,
  );
  let bar = 0;
  const add = (time: number, outcome: number, rows: number) => {
    // Times that follow each other are mostly in the same bar.
    while (bar > 0 && time < (edges[bar] ?? 0)) bar -= 1;
    while (bar < last && time >= (edges[bar + 1] ?? 0)) bar += 1;
    const at = bar * shownOutcomes.length + outcome - 1;
    counts[at] = (counts[at] ?? 0) + rows;
    return bar;
  };
  const addRows = (block: ColumnBlock) => {
    const { kinds, min_ms, firstId } = block;
    const { times, codes } = block.open();
    const wanted = new Uint8Array(kinds.length / 2 + 1);
    for (let n = 0; n < kinds.length; n += 2) wanted[n / 2 + 1] = outcomes[kinds[n] ?? 0] ?? 0;
    for (let at = 0; at < codes.length; at += 1) {
      const outcome = wanted[codes[at] ?? 0] ?? 0;
      if (outcome === 0) continue;
      const time = min_ms + (times[at] ?? 0);
      if (time < range.since || time >= range.until) continue;
      if (keepsId === null || keepsId(firstId + at)) add(time, outcome, 1);
    }
  };
  for (const block of columns.blocks) {
    if (!someKept(block, bits)) continue;
    const { kinds, min_ms, max_ms } = block;
    const inside = min_ms >= range.since && max_ms < range.until;
    const whole = inside && block.whole && keepsId === null;
    if (!whole || add(min_ms, 1, 0) !== add(max_ms, 1, 0)) {
      addRows(block);
      continue;
    }
    for (let n = 0; n < kinds.length; n += 2) {
      const outcome = outcomes[kinds[n] ?? 0] ?? 0;
      if (outcome !== 0) add(min_ms, outcome, kinds[n + 1] ?? 0);
    }
  }
  for (const { id, timestamp_ms, kind } of columns.loose) {
    const outcome = outcomes[kind] ?? 0;
    if (outcome !== 0 && (keepsId === null || keepsId(id))) add(timestamp_ms, outcome, 1);
  }
  return Array.from({ length: last + 1 }, (_, n) => {
    const of = (outcome: ShownOutcome) =>
      counts[n * shownOutcomes.length + shownOutcomes.indexOf(outcome)] ?? 0;
    return {
      succeeded: of('succeeded'),
      failed: of('failed'),
      refused: of('refused'),
      unknown: of('unknown'),
    };
  });
}

/** Whether a block has rows of a kind that is kept. */
export function someKept({ kinds }: Pick<ColumnBlock, 'kinds'>, bits: Uint8Array): boolean {
  for (let n = 0; n < kinds.length; n += 2) {
    if (bits[kinds[n] ?? 0] === kept) return true;
  }
  return false;
}
