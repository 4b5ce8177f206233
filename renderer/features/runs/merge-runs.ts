import type { InfiniteData } from '@tanstack/react-query';
import type { PageKey } from '../../../shared/ledger.ts';
import type { RunsPage } from '../../../shared/runs.ts';

export type RunsData = InfiniteData<RunsPage, PageKey | null>;

const isOlder = (a: PageKey, b: PageKey): boolean =>
  a.timestamp_ms < b.timestamp_ms || (a.timestamp_ms === b.timestamp_ms && a.id < b.id);

/**
 * The list with its newest page read again. A run that wrote meanwhile moved up, and is not doubled; where
 * the new page does not reach what is loaded, the list begins anew, since what lies between is not known.
 */
export function mergeRuns(data: RunsData, fresh: RunsPage): RunsData {
  const last = fresh.rows.at(-1)?.newest;
  const loaded = data.pages.flatMap((page) => page.rows);
  const top = loaded[0]?.newest;
  const whole = { pages: [fresh], pageParams: [null] };
  if (!fresh.more || last === undefined || top === undefined || isOlder(top, last)) return whole;
  const known = new Set(fresh.rows.map((run) => run.session_id));
  const rest = loaded.filter((run) => !known.has(run.session_id) && isOlder(run.newest, last));
  const more = rest.length > 0 ? (data.pages.at(-1)?.more ?? false) : fresh.more;
  return { pages: [{ rows: [...fresh.rows, ...rest], more }], pageParams: [null] };
}
