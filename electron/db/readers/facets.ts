import type { FacetValue, WriteFacets } from '../../../shared/answers.ts';
import { clientDisplayName, clientKeyOf } from '../../../shared/client-names.ts';
import { type FacetKey, facetKeys } from '../../../shared/filter.ts';
import { effectNames } from '../../../shared/ledger.ts';
import { shownOutcomeNames } from '../../../shared/outcome.ts';
import { keptBut } from '../columns/kinds.ts';
import { type Selection, select } from '../columns/selection.ts';
import { countKinds } from '../columns/sums.ts';
import { compileFilter, outcomeOfRow, type ResolvedFilter, whole } from '../filter-sql.ts';
import type { ReadHandle } from '../handles.ts';
import { wayThrough } from '../walk.ts';
import { connectionRows } from './connections.ts';

const columnOf: Readonly<Record<FacetKey, string>> = {
  client: 'mcp_writes.client_info',
  connection: 'mcp_writes.client_id',
  tool: 'mcp_writes.tool_name',
  server: 'mcp_writes.server_name',
  outcome: outcomeOfRow,
  effect: 'mcp_writes.effect',
  namespace: 'mcp_writes.namespace',
};

/** Counts by value, most first. */
type Counts = ReadonlyMap<string, number>;

type Group = { readonly [Facet in FacetKey]?: string | null } & { readonly n: number };

/** Counts several facets in one pass over the rows that a filter keeps. */
function countTogether(
  db: ReadHandle,
  query: ResolvedFilter,
  facets: readonly FacetKey[],
  leaveOut: FacetKey | null,
): ReadonlyMap<FacetKey, Counts> {
  const filter = compileFilter(db, query, leaveOut);
  if (filter.nothing) return new Map();
  const { index } = wayThrough(db, filter, false);
  const where = whole(filter);
  const columns = facets.map((facet) => `${columnOf[facet]} AS ${facet}`).join(', ');
  const groups = db.all<Group>(
    `SELECT ${columns}, count(*) AS n FROM mcp_writes ${index}
      WHERE ${where.sql} GROUP BY ${facets.join(', ')}`,
    where.params,
  );
  return new Map(
    facets.map((facet) => {
      const counted = new Map<string, number>();
      for (const group of groups) {
        const value = group[facet];
        if (value === null || value === undefined || value === '') continue;
        counted.set(value, (counted.get(value) ?? 0) + group.n);
      }
      return [facet, counted];
    }),
  );
}

function byCount(values: readonly FacetValue[]): readonly FacetValue[] {
  return values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

const plain = (counts: Counts): readonly FacetValue[] =>
  byCount([...counts].map(([value, count]) => ({ value, label: value, count })));

function namedValues(
  counts: Counts,
  names: Readonly<Record<string, string>>,
): readonly FacetValue[] {
  return plain(counts).map((known) => ({ ...known, label: names[known.value] ?? known.value }));
}

/** The clients of one family are one value; a name that only its client knows is taken from its newest row. */
function clientValues(db: ReadHandle, counts: Counts): readonly FacetValue[] {
  const values = new Map<string, { label: string; count: number }>();
  for (const [label, count] of counts) {
    const key = clientKeyOf(label);
    const known = values.get(key);
    if (known !== undefined) known.count += count;
    else values.set(key, { label: clientDisplayName(label, newestName(db, label)), count });
  }
  return byCount([...values].map(([value, known]) => ({ value, ...known })));
}

const connectionNames = (db: ReadHandle): Readonly<Record<string, string>> =>
  Object.fromEntries(connectionRows(db).map(({ client_id, name }) => [client_id, name]));

function newestName(db: ReadHandle, clientInfo: string): string | null {
  return (
    db.get<{ client_name: string | null }>(
      `SELECT client_name FROM mcp_writes INDEXED BY mcp_writes_by_client
        WHERE client_info = ? ORDER BY timestamp_ms DESC LIMIT 1`,
      [clientInfo],
    )?.client_name ?? null
  );
}

const none: Counts = new Map();

const kindColumn = {
  client: 'client_info',
  connection: 'client_id',
  tool: 'tool_name',
  server: 'server_name',
  outcome: 'outcome',
  effect: 'effect',
  namespace: 'namespace',
} as const satisfies Record<FacetKey, string>;

function countByColumn(selection: Selection): ReadonlyMap<FacetKey, Counts> {
  const counts = countKinds(selection, 'facets');
  const found = new Map(facetKeys.map((facet) => [facet, new Map<string, number>()]));
  selection.columns.table.kinds.forEach((kind, n) => {
    const rows = counts[n] ?? 0;
    if (rows === 0) return;
    const bits = selection.bits[n] ?? 0;
    for (const [facet, values] of found) {
      const value = kind[kindColumn[facet]];
      if (value === null || value === '') continue;
      const but = keptBut(facet);
      if ((bits & but) === but) values.set(value, (values.get(value) ?? 0) + rows);
    }
  });
  return found;
}

function countByRows(db: ReadHandle, query: ResolvedFilter): ReadonlyMap<FacetKey, Counts> {
  const narrowed = (facet: FacetKey): boolean =>
    query.filter[facet].only.length + query.filter[facet].hide.length > 0;
  const counted = new Map<FacetKey, Counts>();
  const together = facetKeys.filter((facet) => !narrowed(facet));
  if (together.length > 0) {
    for (const [facet, found] of countTogether(db, query, together, null)) {
      counted.set(facet, found);
    }
  }
  for (const facet of facetKeys.filter(narrowed)) {
    counted.set(facet, countTogether(db, query, [facet], facet).get(facet) ?? none);
  }
  return counted;
}

/** Each facet counts within the filter without its own dimension, so that its other values stay visible. */
export function facets(db: ReadHandle, query: ResolvedFilter): WriteFacets {
  const counted = db.snapshot(() => {
    const selection = select(db, query);
    return selection === null ? countByRows(db, query) : countByColumn(selection);
  });
  const of = (facet: FacetKey): Counts => counted.get(facet) ?? none;
  return {
    client: clientValues(db, of('client')),
    connection: namedValues(of('connection'), connectionNames(db)),
    tool: plain(of('tool')),
    server: plain(of('server')),
    outcome: namedValues(of('outcome'), shownOutcomeNames),
    effect: namedValues(of('effect'), effectNames),
    namespace: plain(of('namespace')),
  };
}
