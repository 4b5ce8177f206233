import { connectionNameKey, isConnectionId } from '../connections.ts';
import type { KnownClient } from './client-value.ts';

/**
 * The filter values that a typed connection means: its id, or the ids of all that have or had this name.
 * A name that nobody knows stays as it was typed; the ledger looks for it among its connections then.
 */
export function connectionValuesOf(
  typed: string,
  known: readonly KnownClient[],
): readonly string[] {
  if (isConnectionId(typed)) return [typed];
  const key = connectionNameKey(typed);
  const found = known.filter(
    ({ value, label }) => value === typed || connectionNameKey(label) === key,
  );
  return found.length > 0 ? [...new Set(found.map(({ value }) => value))] : [typed];
}
