import { failureOutcomes } from '../filter.ts';
import { type ShownOutcome, shownOutcomes } from '../outcome.ts';

/** All that are not known to have succeeded; "failures" would claim too much for the unknown ones. */
export const NOT_SUCCEEDED = 'not-succeeded';

/** The words after `is:`, with the outcomes each one means. */
export const outcomeWords: ReadonlyMap<string, readonly ShownOutcome[]> = new Map<
  string,
  readonly ShownOutcome[]
>([
  ...shownOutcomes.map((outcome) => [outcome, [outcome]] as const),
  [NOT_SUCCEEDED, failureOutcomes],
  // The window's toggle is called "failures", so people type it; it prints as `not-succeeded`.
  ['failures', failureOutcomes],
]);

/** True where a list is the one that `is:not-succeeded` makes. */
export function isNotSucceeded(outcomes: readonly ShownOutcome[]): boolean {
  return outcomes.join() === failureOutcomes.join();
}
