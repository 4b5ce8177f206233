import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { inkwatch } from '../../data/api.ts';
import { type FilterAt, keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';
import {
  keyOf,
  type ListData,
  mergeNewer,
  pageSize,
  rowsOf,
  startsAtNewest,
} from './list-window.ts';
import { LiveTail, type Waiting } from './live-tail.ts';
import type { WritesList } from './use-writes-list.ts';

interface TailOptions {
  readonly at: FilterAt;
  readonly list: WritesList;
  readonly live: boolean;
  /** True while the newest row is in view and nothing presses on a row. */
  readonly atTop: () => boolean;
  /** Reads the list anew from its newest end. */
  readonly restart: () => void;
}

interface Tail {
  readonly waiting: Waiting;
  readonly why: string | null;
  /** Looks again, since the reason not to follow may be gone. */
  readonly look: () => void;
  /** Puts the waiting rows into the list; false where it has to be read anew instead. */
  readonly take: () => boolean;
}

const nothing: Waiting = { count: 0, more: false };

export function useLiveTail(options: TailOptions): Tail {
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<Waiting>(nothing);
  const [why, setWhy] = useState<string | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const tail = useRef<LiveTail | null>(null);
  const { name } = options.list;
  // Opened at its oldest end, a list has nothing to follow until reading has come to the newest row.
  const hasNewest = options.list.newer === 'none';
  const ready = options.list.state === 'ready' && !options.list.standingIn;
  const empty = options.list.rows.length === 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another name is another list
  useEffect(() => {
    if (!ready || !hasNewest) return;
    const { key } = latest.current.list;
    const read = () => client.getQueryData<ListData>(key);
    const { filter } = latest.current.at;
    const newest = rowsOf(read())[0];
    const checkForOlder = folded(() => void rereadIfMissing().catch(tell), 1500);
    const tell = (error: unknown) => setWhy(error instanceof Error ? error.message : String(error));

    async function rereadIfMissing() {
      const data = read();
      if (data === undefined || !startsAtNewest(data)) return;
      const page = await inkwatch.writes.page({ filter, before: null, limit: pageSize });
      const known = new Set(data.pages.flatMap((loaded) => loaded.rows.map((row) => row.id)));
      if (page.rows.some((row) => !known.has(row.id)))
        await client.invalidateQueries({ queryKey: key });
    }

    const current = new LiveTail(
      {
        newer: async (after) => {
          const page = await inkwatch.writes.newer({ filter, after, limit: pageSize });
          setWhy(null);
          return page;
        },
        follows: () => {
          const data = read();
          // A page under way would put its own idea of the list over what is appended meanwhile.
          const still = client.isFetching({ queryKey: key, exact: true }) === 0;
          const { live, atTop } = latest.current;
          return still && live && data !== undefined && startsAtNewest(data) && atTop();
        },
        append: (rows) =>
          client.setQueryData<ListData>(key, (data) =>
            data === undefined ? data : mergeNewer(data, rows),
          ),
        waiting: setWaiting,
        reload: () => {
          if (rowsOf(read()).length === 0) void client.invalidateQueries({ queryKey: key });
          else latest.current.restart();
        },
        nothingNewer: checkForOlder.run,
        failed: setWhy,
      },
      newest === undefined ? null : keyOf(newest),
    );
    tail.current = current;
    setWaiting(nothing);
    setWhy(null);
    const unsubscribe = inkwatch.writes.onAppended(({ appended }) => {
      if (appended === 0) void client.invalidateQueries({ queryKey: key });
      else void current.look();
    });
    // Rows may have come between the first page's answer and this subscription: the first write of
    // all too, which an empty list that does not look would never show.
    void current.look();
    return () => {
      unsubscribe();
      current.stop();
      checkForOlder.cancel();
      tail.current = null;
    };
  }, [client, name, ready, empty, hasNewest]);

  const fetching = options.list.older === 'loading' || options.list.newer === 'loading';
  const { live } = options;
  useEffect(() => {
    if (live && !fetching) void tail.current?.look();
  }, [live, fetching]);

  const look = useCallback(() => void tail.current?.look(), []);
  const take = useCallback(() => {
    const data = client.getQueryData<ListData>(latest.current.list.key);
    if (data === undefined || !startsAtNewest(data)) return false;
    void tail.current?.look(true);
    return true;
  }, [client]);
  return { waiting, why, look, take };
}

/** Everything counted over the writes: read again soon after rows came, never once per row. */
export function useFreshCounts(): void {
  const client = useQueryClient();
  useEffect(() => {
    const invalidate = (queryKey: readonly unknown[]) =>
      void client.invalidateQueries({ queryKey });
    const counts = folded(() => {
      invalidate(keys.counts);
      invalidate(keys.day);
    }, 200);
    const charts = folded(() => {
      invalidate(keys.facets);
      invalidate(keys.histogram);
      invalidate(keys.detail);
    }, 900);
    const unsubscribe = inkwatch.writes.onAppended(() => {
      counts.run();
      charts.run();
    });
    return () => {
      unsubscribe();
      counts.cancel();
      charts.cancel();
    };
  }, [client]);
}
