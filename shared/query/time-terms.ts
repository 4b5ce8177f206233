import { parseRelative, type TimeRange, timePresets } from '../time-range.ts';
import { type Moment, readMoment, sinceMs, untilMs } from './moment.ts';
import { closestWord, named, type QueryError } from './query-error.ts';
import type { Term } from './scan.ts';

/** What a query says about time so far: one whole range, or its two ends. */
export interface TimeTerms {
  readonly whole: TimeRange | null;
  readonly since: Moment | null;
  readonly until: Moment | null;
  /** Where the last of them stands. */
  readonly last: Term | null;
}

export const noTimeTerms: TimeTerms = { whole: null, since: null, until: null, last: null };

interface Added {
  readonly terms: TimeTerms;
  readonly error: QueryError | null;
}

/** Adds `time:`, `since:` or `until:`. The later of two that exclude each other counts, and it is said. */
export function addTimeTerm(terms: TimeTerms, term: Term): Added {
  const which = term.key.name;
  if (which !== 'since' && which !== 'until') return addWhole(terms, term);
  const read = readMoment(term.value);
  if (!read.ok) {
    const preset = timePresets.find((name) => name === term.value.trim().toLowerCase());
    const hint = preset === undefined ? read.hint : `Write time:${preset}.`;
    return { terms, error: at(term, read.message, hint) };
  }
  const taken = terms.whole !== null || terms[which] !== null;
  return {
    terms: { ...terms, whole: null, [which]: read.moment, last: term },
    error: taken ? replaces(term) : null,
  };
}

function addWhole(terms: TimeTerms, term: Term): Added {
  const range = readWhole(term.value);
  if (range === null) {
    const meant = closestWord(term.value.trim(), timePresets);
    return {
      terms,
      error: at(
        term,
        `${named(term.value)} is not a range of time.`,
        meant === null
          ? `Write ${timePresets.join(', ')}, all, 7d, or a day such as 2026-03-29.`
          : `Did you mean time:${meant} ?`,
      ),
    };
  }
  const taken = terms.whole !== null || terms.since !== null || terms.until !== null;
  return {
    terms: { whole: range, since: null, until: null, last: term },
    error: taken ? replaces(term) : null,
  };
}

function readWhole(text: string): TimeRange | null {
  const word = text.trim().toLowerCase();
  if (word === 'all') return { kind: 'all' };
  const preset = timePresets.find((name) => name === word);
  if (preset !== undefined) return { kind: 'preset', preset };
  const relative = parseRelative(word);
  if (relative !== null) return relative;
  const read = readMoment(word);
  return read.ok && read.moment.kind === 'span'
    ? { kind: 'between', since_ms: read.moment.since_ms, until_ms: read.moment.until_ms }
    : null;
}

/**
 * The range that the terms make. `since:7d` alone stays relative; with an `until` beside it, or as an
 * `until`, it is fixed at `now`, since a range has no relative end.
 */
export function rangeOf(terms: TimeTerms, now: number): Added & { readonly range: TimeRange } {
  const { whole, since, until, last } = terms;
  if (whole !== null) return { terms, range: whole, error: null };
  if (since === null && until === null) return { terms, range: { kind: 'all' }, error: null };
  if (since?.kind === 'ago' && until === null) return { terms, range: since.range, error: null };
  const since_ms = since === null ? null : sinceMs(since, now);
  const until_ms = until === null ? null : untilMs(until, now);
  const empty = since_ms !== null && until_ms !== null && since_ms >= until_ms;
  return {
    terms,
    range: { kind: 'between', since_ms, until_ms },
    error:
      empty && last !== null
        ? at(last, 'The range ends before it begins: nothing can match.', 'Swap since and until.')
        : null,
  };
}

function at(term: Term, message: string, hint: string): QueryError {
  return { start: term.start, end: term.end, message, hint };
}

function replaces(term: Term): QueryError {
  return at(term, 'This replaces the time given before it.', 'Keep one of the two.');
}
