import { type ShownOutcome, shownOutcomes } from '../../../shared/outcome.ts';
import { kept, missesOneAtMost } from './kinds.ts';
import type { ColumnBlock } from './open.ts';
import type { Selection } from './selection.ts';

/** True: the pairs of a block say all that a filter asks of its rows. */
const isWhole = (block: ColumnBlock, { range, keepsId, text }: Selection): boolean =>
  block.whole &&
  keepsId === null &&
  text === null &&
  block.min_ms >= range.since &&
  block.max_ms < range.until;

/** Goes through the rows of a block that a filter keeps, as far as their kind is one of `asked` (by kind). */
function eachRow(
  block: ColumnBlock,
  { range, keepsId, text }: Selection,
  asked: Uint8Array,
  work: (at: number, code: number, time: number) => void,
): void {
  const { kinds, min_ms, firstId } = block;
  const wanted = new Uint8Array(kinds.length / 2 + 1);
  let some = false;
  for (let n = 0; n < kinds.length; n += 2) {
    const one = asked[kinds[n] ?? 0] ?? 0;
    wanted[n / 2 + 1] = one;
    some ||= one !== 0;
  }
  if (!some) return;
  const { times, codes } = block.open();
  const [since, until] = [range.since - min_ms, range.until - min_ms];
  const ids: number[] = [];
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0;
    if (wanted[code] === 0) continue;
    const time = times[at] ?? 0;
    if (time < since || time >= until) continue;
    if (keepsId !== null && !keepsId(firstId + at)) continue;
    if (text === null || text.ofKind[kinds[2 * code - 2] ?? 0] === 1) work(at, code, time);
    else if (text.packed.may(firstId + at)) ids.push(firstId + at);
  }
  if (text === null || ids.length === 0) return;
  text.packed.look(ids);
  for (const id of ids) {
    const at = id - firstId;
    if (text.packed.holds(id)) work(at, codes[at] ?? 0, times[at] ?? 0);
  }
}

const keepsLoose = ({ keepsId, text }: Selection, id: number): boolean =>
  (keepsId === null || keepsId(id)) && (text === null || text.loose.has(id));

/**
 * How many rows of each kind lie in the range: of kinds that the filter keeps, and of those that it keeps
 * but for one dimension, whose values are to stay countable. `asked` narrows that further.
 */
export function countKinds(selection: Selection, asked: 'kept' | 'facets'): Float64Array {
  const { columns, bits } = selection;
  const wanted = bits.map((one) => (asked === 'kept' ? +(one === kept) : +missesOneAtMost(one)));
  const counts = new Float64Array(columns.table.kinds.length);
  const add = (kind: number, rows: number) => {
    counts[kind] = (counts[kind] ?? 0) + rows;
  };
  for (const block of columns.blocks) {
    const { kinds } = block;
    if (isWhole(block, selection)) {
      for (let n = 0; n < kinds.length; n += 2) add(kinds[n] ?? 0, kinds[n + 1] ?? 0);
      continue;
    }
    const found = new Uint32Array(kinds.length / 2 + 1);
    eachRow(block, selection, wanted, (_, code) => {
      found[code] = (found[code] ?? 0) + 1;
    });
    for (let code = 1; code < found.length; code += 1) {
      add(kinds[2 * code - 2] ?? 0, found[code] ?? 0);
    }
  }
  for (const { id, kind } of columns.loose) {
    if (wanted[kind] === 1 && keepsLoose(selection, id)) add(kind, 1);
  }
  return counts;
}

type BarCounts = Record<ShownOutcome, number>;

/** Kept rows between each two `edges`, which rise, by outcome. */
export function countBars(selection: Selection, edges: readonly number[]): readonly BarCounts[] {
  const { columns, bits } = selection;
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
  const addRows = (block: ColumnBlock) =>
    eachRow(block, selection, outcomes, (_, code, time) => {
      const outcome = outcomes[block.kinds[2 * code - 2] ?? 0] ?? 0;
      add(block.min_ms + time, outcome, 1);
    });
  for (const block of columns.blocks) {
    if (!someKept(block, bits)) continue;
    const { kinds, min_ms, max_ms } = block;
    if (!isWhole(block, selection) || add(min_ms, 1, 0) !== add(max_ms, 1, 0)) {
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
    if (outcome !== 0 && keepsLoose(selection, id)) add(timestamp_ms, outcome, 1);
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
