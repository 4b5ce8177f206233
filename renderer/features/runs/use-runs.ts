import {
  keepPreviousData,
  useInfiniteQuery,
  useQueries,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import type { PageKey } from '../../../shared/ledger.ts';
import type { RunRow } from '../../../shared/runs.ts';
import { inkwatch } from '../../data/api.ts';
import { type FilterAt, keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';
import { mergeRuns, type RunsData } from './merge-runs.ts';
import type { OpenRun } from './run-items.ts';

const pageSize = 50;
const writesPage = 200;

/** The runs that a filter keeps, read on as they are scrolled to, and followed as they happen. */
export function useRunsList(at: FilterAt) {
  const client = useQueryClient();
  const key = useMemo(() => [...keys.runs, at] as const, [at]);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) =>
      inkwatch.runs.page({ filter: at.filter, limit: pageSize, before: pageParam }),
    initialPageParam: null as PageKey | null,
    getNextPageParam: (last) => (last.more ? (last.rows.at(-1)?.newest ?? null) : null),
    placeholderData: keepPreviousData,
  });

  useEffect(() => {
    const look = folded(() => {
      void client.invalidateQueries({ queryKey: keys.runWrites });
      // A page under way would put its own idea of the list over the new one.
      if (client.isFetching({ queryKey: key, exact: true }) > 0) {
        look.run();
        return;
      }
      inkwatch.runs.page({ filter: at.filter, limit: pageSize, before: null }).then(
        (fresh) =>
          client.setQueryData<RunsData>(key, (data) =>
            data === undefined ? data : mergeRuns(data, fresh),
          ),
        () => void client.invalidateQueries({ queryKey: key }),
      );
    }, 400);
    const ends = [inkwatch.writes.onAppended(look.run), inkwatch.writes.onSettled(look.run)];
    // What came while another page was shown.
    look.run();
    return () => {
      for (const end of ends) end();
      look.cancel();
    };
  }, [client, key, at]);

  const runs = useMemo(() => query.data?.pages.flatMap((page) => page.rows) ?? [], [query.data]);
  return { query, runs };
}

interface Loaded {
  readonly rows: readonly WriteRow[];
  readonly more: boolean;
}

async function readWrites(session_id: string, pages: number): Promise<Loaded> {
  const rows: WriteRow[] = [];
  for (let page = 0; ; page += 1) {
    const last = rows.at(-1);
    const after = last === undefined ? null : { timestamp_ms: last.timestamp_ms, id: last.id };
    const found = await inkwatch.runs.writes({ session_id, after, limit: writesPage });
    rows.push(...found.rows);
    if (!found.more || page + 1 >= pages) return { rows, more: found.more };
  }
}

/** The writes of the open runs that are listed. */
export function useOpenRuns(
  runs: readonly RunRow[],
  open: ReadonlyMap<string, number>,
): ReadonlyMap<string, OpenRun> {
  const client = useQueryClient();
  const shown = runs.filter((run) => open.has(run.session_id)).map((run) => run.session_id);
  const keyOf = (run: string, pages: number) => [...keys.runWrites, run, pages] as const;
  const answers = useQueries({
    queries: shown.map((run) => {
      const pages = open.get(run) ?? 1;
      return {
        queryKey: keyOf(run, pages),
        queryFn: () => readWrites(run, pages),
        placeholderData: () => client.getQueryData<Loaded>(keyOf(run, pages - 1)),
      };
    }),
  });
  return new Map(
    shown.map((run, index): [string, OpenRun] => {
      const answer = answers[index];
      if (answer?.data !== undefined) return [run, { state: 'ready', ...answer.data }];
      if (answer?.isError === true) return [run, { state: 'failed', why: answer.error.message }];
      return [run, { state: 'loading' }];
    }),
  );
}
