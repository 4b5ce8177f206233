import {
  choiceKeys,
  emptyFilter,
  type FacetKey,
  failureOutcomes,
  type WriteFilter,
  writeFilterSchema,
} from '../../../shared/filter.ts';

export interface Choice {
  readonly only: readonly string[];
  readonly hide: readonly string[];
}

/** Parsing keeps the promise of the type without a cast: an outcome that is none is refused. */
function withChoice(filter: WriteFilter, key: FacetKey, choice: Choice): WriteFilter {
  return writeFilterSchema.parse({ ...filter, [key]: choice });
}

const without = (values: readonly string[], value: string): readonly string[] =>
  values.filter((candidate) => candidate !== value);

/** Ticks a facet value, or takes its tick away; a hidden value comes back by it. */
export function toggleOnly(filter: WriteFilter, key: FacetKey, value: string): WriteFilter {
  const { only, hide } = readChoice(filter, key);
  const next = only.includes(value) ? without(only, value) : [...only, value];
  return withChoice(filter, key, { only: next, hide: without(hide, value) });
}

/** Keeps this value alone in its dimension. */
export function onlyValue(filter: WriteFilter, key: FacetKey, value: string): WriteFilter {
  return withChoice(filter, key, { only: [value], hide: [] });
}

/** Hides a value, or shows it again. */
export function toggleHide(filter: WriteFilter, key: FacetKey, value: string): WriteFilter {
  const { only, hide } = readChoice(filter, key);
  const next = hide.includes(value) ? without(hide, value) : [...hide, value];
  return withChoice(filter, key, { only: without(only, value), hide: next });
}

export function readChoice(filter: WriteFilter, key: FacetKey): Choice {
  return filter[key];
}

/** True where exactly the failures are kept: the state of the "Failures only" toggle. */
export function isFailuresOnly(filter: WriteFilter): boolean {
  const { only } = filter.outcome;
  return (
    only.length === failureOutcomes.length &&
    failureOutcomes.every((outcome) => only.includes(outcome))
  );
}

export function setFailuresOnly(filter: WriteFilter, on: boolean): WriteFilter {
  return { ...filter, outcome: { only: on ? [...failureOutcomes] : [], hide: [] } };
}

/** Everything but the time range, which has its own place in the window. */
export function clearChips(filter: WriteFilter): WriteFilter {
  return { ...emptyFilter, time: filter.time };
}

/** True where something besides the time narrows the list. */
export function hasChips(filter: WriteFilter): boolean {
  return (
    choiceKeys.some((key) => filter[key].only.length > 0 || filter[key].hide.length > 0) ||
    filter.text.trim() !== '' ||
    filter.run !== null ||
    filter.burst !== null
  );
}

/** Equality by meaning: the order in which values were ticked does not matter. */
export function sameFilter(a: WriteFilter, b: WriteFilter): boolean {
  return canonical(a) === canonical(b);
}

function canonical(filter: WriteFilter): string {
  const choices = choiceKeys.map((key) => [
    [...filter[key].only].sort(),
    [...filter[key].hide].sort(),
  ]);
  const { time, text, run, burst } = filter;
  const when = Object.entries(time).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([when, choices, text.trim(), run, burst]);
}
