import type { PageKey } from '../../../shared/ledger.ts';
import type { ResolvedFilter } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import type { TextFilter } from '../text-filter.ts';
import type { WalkFrom } from '../walk.ts';
import { blockRows } from './block.ts';
import { kept } from './kinds.ts';
import type { ColumnBlock, ColumnRange } from './open.ts';
import { type Selection, select } from './selection.ts';
import { someKept } from './sums.ts';
import { idsWithText, packedTexts } from './text-ids.ts';

/** The rows of a page by id, in the walk's order. */
export interface FoundRows {
  readonly ids: readonly number[];
  /** The time for one step was up: all rows up to here were looked at, and none further. Null: the page is whole. */
  readonly searchedTo: PageKey | null;
}

interface Hit {
  readonly id: number;
  readonly time: number;
}

export interface ColumnPage {
  readonly query: ResolvedFilter;
  readonly from: WalkFrom;
  readonly limit: number;
  /** Compared with each row that the columns keep; null: nothing but columns decides. */
  readonly text: TextFilter | null;
  /** Milliseconds after which a step ends with what it has. */
  readonly budgetMs: number;
}

/** A page's part of the range of time: what lies beyond its key need not be opened. */
function rangeFrom({ query, from }: ColumnPage): ColumnRange {
  const { since_ms, until_ms } = query.bounds;
  if (from.key === null) return { since_ms, until_ms };
  const at = from.key.timestamp_ms;
  return from.direction === 'older'
    ? { since_ms, until_ms: Math.min(until_ms ?? Number.POSITIVE_INFINITY, at + 1) }
    : { since_ms: Math.max(since_ms ?? Number.NEGATIVE_INFINITY, at), until_ms };
}

/**
 * The next rows that a filter keeps, for filters that no index has in order of time. Blocks are opened in
 * order of time until none can hold a row of the page. Inside a `snapshot` only. Null: the columns cannot answer.
 */
export function findRows(db: ReadHandle, page: ColumnPage): FoundRows | null {
  const { query, from, limit } = page;
  const selection = select(
    db,
    { ...query, filter: { ...query.filter, text: '' } },
    rangeFrom(page),
  );
  if (selection === null) return null;
  const older = from.direction === 'older';
  const inOrder = (a: Hit, b: Hit) =>
    older ? b.time - a.time || b.id - a.id : a.time - b.time || a.id - b.id;
  const edgeOf = (block: ColumnBlock) => (older ? block.max_ms : block.min_ms);
  const beyond = (time: number, edge: number) => (older ? time > edge : time < edge);
  const blocks = selection.columns.blocks
    .filter((block) => someKept(block, selection.bits))
    .toSorted((a, b) => (older ? b.max_ms - a.max_ms : a.min_ms - b.min_ms));

  const started = performance.now();
  const withText = textTest(db, page);
  let hits = withText.loose(looseHits(selection, from.key, older));
  for (const [n, block] of blocks.entries()) {
    const edge = edgeOf(block);
    hits = hits.toSorted(inOrder).slice(0, limit);
    const last = hits[limit - 1];
    if (last !== undefined && beyond(last.time, edge)) break;
    // A step that got nowhere would be asked again without end.
    const moved = n > 0 && (from.key === null || beyond(from.key.timestamp_ms, edge));
    if (moved && performance.now() - started > page.budgetMs) {
      const done = hits.filter((hit) => beyond(hit.time, edge));
      const id = older ? Number.MAX_SAFE_INTEGER : 0;
      return { ids: done.map((hit) => hit.id), searchedTo: { timestamp_ms: edge, id } };
    }
    hits = [
      ...hits,
      ...withText.packed(blockHits(block, selection, { key: from.key, older, may: withText.may })),
    ];
  }
  return {
    ids: hits
      .toSorted(inOrder)
      .slice(0, limit)
      .map((hit) => hit.id),
    searchedTo: null,
  };
}

/** Whether a row comes after the key in the walk's order. */
function isPast(time: number, id: number, key: PageKey | null, older: boolean): boolean {
  if (key === null) return true;
  const by = time - key.timestamp_ms || id - key.id;
  return older ? by < 0 : by > 0;
}

function looseHits(
  { columns, bits, keepsId }: Selection,
  key: PageKey | null,
  older: boolean,
): readonly Hit[] {
  return columns.loose
    .filter(
      ({ id, kind, timestamp_ms }) =>
        bits[kind] === kept && isPast(timestamp_ms, id, key, older) && (keepsId?.(id) ?? true),
    )
    .map(({ id, timestamp_ms }) => ({ id, time: timestamp_ms }));
}

interface BlockSearch {
  readonly key: PageKey | null;
  readonly older: boolean;
  /** Rows that can hold the text, as far as that is known; null: no text is looked for. */
  readonly may: ((id: number) => boolean) | null;
}

function blockHits(
  block: ColumnBlock,
  { range, bits, keepsId }: Selection,
  { key, older, may }: BlockSearch,
): readonly Hit[] {
  const { kinds, min_ms, firstId } = block;
  const { times, codes } = block.open();
  const wanted = new Uint8Array(kinds.length / 2 + 1);
  for (let n = 0; n < kinds.length; n += 2) {
    if (bits[kinds[n] ?? 0] === kept) wanted[n / 2 + 1] = 1;
  }
  const hits: Hit[] = [];
  for (let at = 0; at < blockRows; at += 1) {
    if (wanted[codes[at] ?? 0] !== 1) continue;
    const time = min_ms + (times[at] ?? 0);
    const id = firstId + at;
    if (time < range.since || time >= range.until || !isPast(time, id, key, older)) continue;
    if (may !== null && !may(id)) continue;
    if (keepsId?.(id) ?? true) hits.push({ id, time });
  }
  return hits;
}

/** Keeps those of the hits whose row holds the text; packed ones are of one block. */
function textTest(db: ReadHandle, page: ColumnPage) {
  const { text } = page;
  if (text === null) {
    const same = (hits: readonly Hit[]): readonly Hit[] => hits;
    return { may: null, packed: same, loose: same };
  }
  const texts = packedTexts(db, page.query.filter.text, text);
  if (text.few) texts.ask();
  return {
    may: (id: number) => texts.may(id),
    packed(hits: readonly Hit[]): readonly Hit[] {
      if (hits.length === 0) return hits;
      texts.look(hits.map(({ id }) => id));
      return hits.filter(({ id }) => texts.holds(id));
    },
    loose(hits: readonly Hit[]): readonly Hit[] {
      const ids = hits.map(({ id }) => id);
      const holding = new Set(idsWithText(db, text.compare, ids));
      return hits.filter(({ id }) => holding.has(id));
    },
  };
}
