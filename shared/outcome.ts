/** Why a write failed; null where it did not, or where nobody said. */
export const errorKinds = [
  'invalid',
  'refused',
  'tool',
  'upstream',
  'timeout',
  'cancelled',
] as const;
export type ErrorKind = (typeof errorKinds)[number];

/** The ledger's three answers. A refused write is a failed one. */
export type Outcome = 'succeeded' | 'failed' | 'unknown';

/** What a person tells apart in the window: a failure that policy decided is its own value. */
export const shownOutcomes = ['succeeded', 'failed', 'refused', 'unknown'] as const;
export type ShownOutcome = (typeof shownOutcomes)[number];

/** What a person reads; the same word in the list, the facets and the chart. */
export const shownOutcomeNames: Readonly<Record<ShownOutcome, string>> = {
  succeeded: 'Succeeded',
  failed: 'Failed',
  refused: 'Refused',
  unknown: 'Unknown',
};

export interface OutcomeEvidence {
  readonly success: 0 | 1;
  /** Milliseconds since 1970; null while no outcome was recorded. */
  readonly finished_ms: number | null;
  readonly error_kind: string | null;
}

/**
 * The only place that decides an outcome. A row without `finished_ms` has no evidence: the process
 * died, or the upstream was cut, between the call and its answer, so it is neither fine nor broken.
 */
export function outcomeOf(row: OutcomeEvidence): Outcome {
  if (row.finished_ms === null) return 'unknown';
  return row.success === 1 ? 'succeeded' : 'failed';
}

/** The outcome as the window names it. */
export function shownOutcomeOf(row: OutcomeEvidence): ShownOutcome {
  const outcome = outcomeOf(row);
  return outcome === 'failed' && row.error_kind === 'refused' ? 'refused' : outcome;
}
