import {
  hashKey,
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import { inkwatch } from '../../data/api.ts';
import { type FilterAt, keys } from '../../data/keys.ts';
import { fetchPage } from './fetch-page.ts';
import {
  type ListParam,
  maxPages,
  newerParam,
  offsetOf,
  olderParam,
  rowsOf,
} from './list-window.ts';

/** From which end the list was opened; `turn` makes each jump a question of its own. */
export interface ListAnchor {
  readonly end: 'newest' | 'oldest' | 'place';
  readonly turn: number;
  /** Matching rows when the jump was made; places the oldest page. */
  readonly matching: number;
  /** The row to begin with, and how many stand before it; for `place`. */
  readonly from?: { readonly key: PageKey; readonly start: number };
  /** The row of that page that is to be on top; absent: the place says where it was. */
  readonly row?: number;
}

function listKey(at: FilterAt, anchor: ListAnchor): readonly unknown[] {
  // The minute stays out: a sliding range drops rows at its far end, it does not start anew.
  return [...keys.list, at.filter, at.day, anchor];
}

/** The loaded part of the list and the ways to load more. */
export interface WritesList {
  readonly key: readonly unknown[];
  /** The key as text: the same for as long as it is the same list. */
  readonly name: string;
  readonly rows: readonly WriteRow[];
  /** Matching rows before the first loaded one. */
  readonly offset: number;
  readonly state: 'loading' | 'failed' | 'ready';
  readonly why: string | null;
  /** True while rows of an earlier filter stand in for the answer. */
  readonly standingIn: boolean;
  readonly older: 'none' | 'more' | 'loading' | 'failed';
  readonly newer: 'none' | 'more' | 'loading' | 'failed';
  readonly loadOlder: () => void;
  readonly loadNewer: () => void;
  readonly retry: () => void;
}

/** How the pages of a list are asked for. */
export function listQuery(at: FilterAt, anchor: ListAnchor) {
  return infiniteQueryOptions({
    queryKey: listKey(at, anchor),
    queryFn: ({ pageParam }) => fetchPage(inkwatch.writes, at.filter, pageParam),
    initialPageParam: initialParam(anchor),
    getNextPageParam: olderParam,
    getPreviousPageParam: newerParam,
    maxPages,
    // Rows never change in place; comparing thousands of them at every page costs more than it saves.
    structuralSharing: false,
    // Lists of filters that were left are dropped soon: memory follows what is looked at. A part that was
    // jumped to is never asked for again under the same turn, and a dragged scrollbar jumps often.
    gcTime: anchor.turn === 0 ? 30_000 : 1_000,
  });
}

export function useWritesList(at: FilterAt, anchor: ListAnchor): WritesList {
  const options = useMemo(() => listQuery(at, anchor), [at, anchor]);
  const key = options.queryKey;
  const query = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const { data } = query;
  const rows = useMemo(() => rowsOf(data), [data]);
  return {
    key,
    name: hashKey(key),
    rows,
    offset: offsetOf(data),
    state:
      query.isError && data === undefined ? 'failed' : data === undefined ? 'loading' : 'ready',
    why: query.error?.message ?? null,
    standingIn: query.isPlaceholderData,
    older: edgeState(query.hasNextPage, query.isFetchingNextPage, query.isFetchNextPageError),
    newer: edgeState(
      query.hasPreviousPage,
      query.isFetchingPreviousPage,
      query.isFetchPreviousPageError,
    ),
    loadOlder: () => void query.fetchNextPage({ cancelRefetch: false }),
    loadNewer: () => void query.fetchPreviousPage({ cancelRefetch: false }),
    retry: () => void query.refetch(),
  };
}

function initialParam(anchor: ListAnchor): ListParam {
  switch (anchor.end) {
    case 'newest':
      return { kind: 'newest' };
    case 'oldest':
      return { kind: 'oldest', matching: anchor.matching };
    case 'place': {
      if (anchor.from === undefined) return { kind: 'newest' };
      const { key, start } = anchor.from;
      // The row itself is the first of its page.
      return { kind: 'older', before: { ...key, id: key.id + 1 }, start };
    }
  }
}

function edgeState(more: boolean, loading: boolean, failed: boolean): WritesList['older'] {
  if (loading) return 'loading';
  if (failed) return 'failed';
  return more ? 'more' : 'none';
}
