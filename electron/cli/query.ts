import type { Command } from 'commander';
import type { WriteRow } from '../../shared/answers.ts';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { isClientValue } from '../../shared/query/client-value.ts';
import { type ParsedQuery, parseQuery } from '../../shared/query/parse.ts';
import type { CoreReads } from '../db/reads.ts';
import { filterOf, type ReadOptions } from './options.ts';
import { usageError } from './program.ts';

/** Adds `--query`, the filter language of docs/filter-language.md. A query with a mistake is wrong usage. */
export function addQueryOption(command: Command): Command {
  return command.option(
    '--query <text>',
    'the window’s filter, such as \'client:claude is:failed since:7d "free text"\'',
    (text: string) => {
      read(text);
      return text;
    },
  );
}

/**
 * The filter of `--query`, narrowed by the other options. Names of clients that no table knows are
 * looked up in the ledger. @throws usage error where a query and an option say the same thing twice
 */
export async function queryFilter(
  text: string,
  options: ReadOptions,
  reads: CoreReads,
): Promise<WriteFilter> {
  let { filter } = read(text);
  const { only, hide } = filter.client;
  if (![...only, ...hide].every(isClientValue)) {
    filter = read(text, await reads.facets(emptyFilter)).filter;
  }
  const narrowed = { ...filter };
  const given = filterOf(options);
  if (options.since !== undefined || options.until !== undefined) {
    if (filter.time.kind !== 'all') throw twice('the time');
    narrowed.time = given.time;
  }
  for (const key of ['client', 'tool', 'outcome'] as const) {
    if (given[key].only.length === 0) continue;
    if (filter[key].only.length > 0) throw twice(`the ${key}`);
    Object.assign(narrowed, { [key]: { ...filter[key], only: given[key].only } });
  }
  return narrowed;
}

/** The rows `[offset, offset + limit)` of a filter, newest first. */
export async function filteredRows(
  reads: CoreReads,
  filter: WriteFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly WriteRow[]> {
  const rows: WriteRow[] = [];
  let skip = offset;
  let before: Parameters<CoreReads['page']>[2] = null;
  while (rows.length < limit) {
    const page = await reads.page(filter, 500, before);
    rows.push(...page.rows.slice(skip, skip + limit - rows.length));
    skip = Math.max(0, skip - page.rows.length);
    const last = page.rows.at(-1);
    if (!page.more || last === undefined) break;
    before = { timestamp_ms: last.timestamp_ms, id: last.id };
  }
  return rows;
}

function read(text: string, known: ReadKnown = {}): ParsedQuery {
  const parsed = parseQuery(text, { now: Date.now(), known });
  const [first] = parsed.errors;
  if (first === undefined) return parsed;
  throw usageError(`At character ${first.start + 1}: ${first.message} ${first.hint}`);
}

type ReadKnown = NonNullable<Parameters<typeof parseQuery>[1]['known']>;

function twice(what: string): Error {
  return usageError(`The query and an option both say ${what}: say it once.`);
}
