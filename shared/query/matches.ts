import type { Burst } from '../burst.ts';
import { clientKeyOf } from '../client-names.ts';
import { connectionNameKey } from '../connections.ts';
import type { WriteFilter } from '../filter.ts';
import type { LedgerRow } from '../ledger.ts';
import type { MarkName } from '../marks.ts';
import { shownOutcomeOf } from '../outcome.ts';
import { wellFormed } from '../text.ts';
import type { TimeBounds } from '../time-range.ts';

/** The rows of a burst: its client's, from its first id to its last. */
export type BurstRows = Pick<Burst, 'id' | 'client_info' | 'first_id' | 'last_id'>;

/**
 * What a filter means, said once and plainly: the reference that the SQL is compared with. `bounds` is
 * `resolveTimeRange(filter.time, …)`. A burst that is not given, or is another one, has no rows. `marks`
 * are those of the row, `connection` is the
 * name of the row's connection where it has one.
 */
export function matchesFilter(
  row: LedgerRow,
  filter: WriteFilter,
  bounds: TimeBounds,
  burst: BurstRows | null = null,
  marks: readonly MarkName[] = [],
  connection: string | null = null,
): boolean {
  return (
    (bounds.since_ms === null || row.timestamp_ms >= bounds.since_ms) &&
    (bounds.until_ms === null || row.timestamp_ms < bounds.until_ms) &&
    // A family's key stands for all its names; an exact `client_info` for itself alone.
    keeps(filter.client, [clientKeyOf(row.client_info), row.client_info]) &&
    keepsConnection(filter.connection, row.client_id, connection) &&
    keeps(filter.tool, [row.tool_name]) &&
    keeps(filter.server, [row.server_name]) &&
    keeps(filter.outcome, [shownOutcomeOf(row)]) &&
    keeps(filter.effect, [row.effect]) &&
    keeps(filter.mark, marks) &&
    keeps(filter.namespace, row.namespace === null ? [] : [row.namespace]) &&
    (filter.run === null || row.session_id === wellFormed(filter.run)) &&
    (filter.burst === null || (burst?.id === filter.burst && isInBurst(row, burst))) &&
    containsText(row, filter.text)
  );
}

/** `names` are all the values a row goes by in a dimension; none: the row has no value there. */
function keeps(
  choice: { readonly only: readonly string[]; readonly hide: readonly string[] },
  names: readonly string[],
): boolean {
  const named = (values: readonly string[]): boolean =>
    values.some((value) => names.includes(wellFormed(value)));
  return (choice.only.length === 0 || named(choice.only)) && !named(choice.hide);
}

/** A value is the connection's id, or its name in any case. */
function keepsConnection(
  { only, hide }: WriteFilter['connection'],
  id: string | null,
  name: string | null,
): boolean {
  const named = (values: readonly string[]): boolean =>
    values.some(
      (value) =>
        id !== null &&
        (wellFormed(value) === id ||
          (name !== null && connectionNameKey(wellFormed(value)) === connectionNameKey(name))),
    );
  return (only.length === 0 || named(only)) && !named(hide);
}

function isInBurst(row: LedgerRow, burst: BurstRows): boolean {
  return (
    row.client_info === burst.client_info && row.id >= burst.first_id && row.id <= burst.last_id
  );
}

/**
 * A literal substring of one of the searched columns. Only ASCII case is folded, as SQLite's `lower` does.
 * The summary is JSON text: `C:\temp` is looked for as it stands there, `C:\\temp`, as well (case d06).
 */
function containsText(row: LedgerRow, text: string): boolean {
  if (text.trim() === '') return true;
  const wanted = foldAscii(wellFormed(text));
  const escaped = foldAscii(JSON.stringify(wellFormed(text)).slice(1, -1));
  const holds = (column: string | null, needle: string): boolean =>
    column !== null && foldAscii(column).includes(needle);
  return (
    [row.tool_name, row.args_summary, row.reason, row.error_message, row.client_name].some(
      (column) => holds(column, wanted),
    ) || holds(row.args_summary, escaped)
  );
}

function foldAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
