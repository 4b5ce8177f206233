import {
  type ChoiceKey,
  choiceKeys,
  emptyFilter,
  type WriteFilter,
} from '../../../shared/filter.ts';
import { parseQuery, type QueryContext } from '../../../shared/query/parse.ts';
import { printQuery } from '../../../shared/query/print.ts';
import type { QueryError } from '../../../shared/query/query-error.ts';
import { scan } from '../../../shared/query/scan.ts';
import { hasChips } from './filter-edits.ts';

/** What a text in the search box means for the filter. */
export interface DraftReading {
  /** The filter after it. */
  readonly filter: WriteFilter;
  /** What stays in the box: conditions that were read become chips. */
  readonly rest: string;
  readonly errors: readonly QueryError[];
}

/**
 * Reads the box into the filter. A condition still being typed (`tool:mem`) waits until a space or
 * Enter ends it; free text counts at once. `whole`: Enter was pressed, nothing waits.
 */
export function readDraft(
  draft: string,
  filter: WriteFilter,
  context: QueryContext,
  whole: boolean,
): DraftReading {
  const last = scan(draft).tokens.at(-1);
  const waits = !whole && last !== undefined && last.kind !== 'text' && last.end >= draft.length;
  const ended = waits ? draft.slice(0, last.start) : draft;
  const open = waits ? draft.slice(last.start) : '';
  const { filter: read, errors } = parseQuery(ended, context);
  const conditions = hasChips({ ...read, text: '' }) || read.time.kind !== 'all';
  // With a mistake in it, the text stays as it is, so that it can be mended.
  const takes = conditions && errors.length === 0;
  const next = takes ? addConditions(filter, read) : filter;
  const rest = takes ? [textAsTyped(read.text), open].filter(Boolean).join(' ') : draft;
  return { filter: errors.length > 0 ? filter : { ...next, text: read.text }, rest, errors };
}

/** Free text as the box holds it: quoted where its words would read as conditions. */
export function textAsTyped(text: string): string {
  return text === '' ? '' : printQuery({ ...emptyFilter, text });
}

function addConditions(filter: WriteFilter, read: WriteFilter): WriteFilter {
  const added = choiceKeys.reduce((sum, key) => joinValues(sum, read, key), filter);
  return {
    ...added,
    time: read.time.kind === 'all' ? filter.time : read.time,
    run: read.run ?? filter.run,
    burst: read.burst ?? filter.burst,
  };
}

/** Values of one dimension add up; the newest word on a value wins. */
function joinValues(filter: WriteFilter, read: WriteFilter, key: ChoiceKey): WriteFilter {
  const [old, now] = [filter[key], read[key]];
  const join = (kept: readonly string[], more: readonly string[], gone: readonly string[]) => [
    ...new Set([...kept.filter((value) => !gone.includes(value)), ...more]),
  ];
  const choice = {
    only: join(old.only, now.only, now.hide),
    hide: join(old.hide, now.hide, now.only),
  };
  return { ...filter, [key]: choice };
}
