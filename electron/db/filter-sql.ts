import { clientKeyOf } from '../../shared/client-names.ts';
import { connectionNameKey } from '../../shared/connections.ts';
import type { FacetKey, WriteFilter } from '../../shared/filter.ts';
import { type Effect, effects } from '../../shared/ledger.ts';
import type { MarkName } from '../../shared/marks.ts';
import { type ShownOutcome, shownOutcomes } from '../../shared/outcome.ts';
import type { TimeBounds } from '../../shared/time-range.ts';
import type { ReadHandle, SqlValue } from './handles.ts';
import { burstById } from './readers/bursts.ts';
import { connectionRows } from './readers/connections.ts';
import { type Condition, type TextFilter, textFilter } from './text-filter.ts';

/** A filter with its time range resolved, so that it can cross to a thread and stays what it was. */
export interface ResolvedFilter {
  readonly filter: WriteFilter;
  readonly bounds: TimeBounds;
}

/** Values of one indexed column that rows must have one of. */
export interface Wanted {
  readonly column: 'client_info' | 'tool_name' | 'namespace';
  readonly values: readonly string[];
}

/** A filter as SQL, in parts that a query puts together by the index it walks. */
export interface CompiledFilter {
  /** Of `timestamp_ms`; all of SQL's comparisons. */
  readonly time: readonly Condition[];
  /** What an index can be entered by. */
  readonly wanted: readonly Wanted[];
  /** A run or a burst is walked by itself. */
  readonly within: 'run' | 'burst' | null;
  /** True: no row can match, and nothing needs to be asked. */
  readonly nothing: boolean;
  /** True: every matching row is one that did not succeed. */
  readonly onlyFailures: boolean;
  /** Marks that rows must have one of; a walk in order of time goes through those. */
  readonly marked: readonly MarkName[];
  /** True: the text names few rows by id. */
  readonly few: boolean;
  /** It is among `rest` as well. */
  readonly text: TextFilter | null;
  /** All conditions but time and `wanted`. */
  readonly rest: readonly Condition[];
}

/** Rows that are not known to have succeeded; the words of the partial index. */
export const notSucceeded = '(mcp_writes.success = 0 OR mcp_writes.finished_ms IS NULL)';

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** Client labels in the ledger; walks the index from label to label. */
export function knownClients(db: ReadHandle): readonly string[] {
  return db
    .all<{ client: string | null }>(
      `WITH RECURSIVE label (client) AS (
        SELECT min(client_info) FROM mcp_writes
        UNION ALL
        SELECT (SELECT min(client_info) FROM mcp_writes WHERE client_info > label.client)
          FROM label WHERE label.client IS NOT NULL)
      SELECT client FROM label WHERE client IS NOT NULL`,
    )
    .map((row) => row.client)
    .filter((client) => client !== null);
}

const wellFormed = (values: readonly string[]): readonly string[] =>
  values.map((value) => value.toWellFormed());

/** The labels that filter values stand for: a family's key for all its names. */
function labelsOf(known: readonly string[], values: readonly string[]): readonly string[] {
  const asked = new Set(wellFormed(values));
  return known.filter((label) => asked.has(label) || asked.has(clientKeyOf(label)));
}

type ConnectionChoice = WriteFilter['connection'];

/** Connections by id, where a filter may name them too. */
export function connectionIds(db: ReadHandle, { only, hide }: ConnectionChoice): ConnectionChoice {
  if (only.length + hide.length === 0) return { only, hide };
  const rows = connectionRows(db);
  const idsOf = (values: readonly string[]): string[] => {
    const keys = new Set(wellFormed(values).map(connectionNameKey));
    const named = rows.filter(({ name }) => keys.has(connectionNameKey(name)));
    return [...new Set([...wellFormed(values), ...named.map((row) => row.client_id)])];
  };
  return { only: idsOf(only), hide: idsOf(hide) };
}

const outcomeSql: Readonly<Record<ShownOutcome, string>> = {
  succeeded: '(mcp_writes.finished_ms IS NOT NULL AND mcp_writes.success = 1)',
  failed: `(mcp_writes.finished_ms IS NOT NULL AND mcp_writes.success = 0
    AND mcp_writes.error_kind IS NOT 'refused')`,
  refused: `(mcp_writes.finished_ms IS NOT NULL AND mcp_writes.success = 0
    AND mcp_writes.error_kind = 'refused')`,
  unknown: 'mcp_writes.finished_ms IS NULL',
};

/** The outcome of a row as SQL; `shownOutcomeOf` decides, this only says it in another language. */
export const outcomeOfRow = `CASE ${shownOutcomes
  .map((outcome) => `WHEN ${outcomeSql[outcome]} THEN '${outcome}'`)
  .join(' ')} END`;

/** The outcomes that a filter keeps. */
function outcomesOf(choice: WriteFilter['outcome']): readonly ShownOutcome[] {
  return shownOutcomes.filter(
    (outcome) =>
      (choice.only.length === 0 || choice.only.includes(outcome)) && !choice.hide.includes(outcome),
  );
}

/** What calls may have done, as far as a filter keeps it. */
function effectsOf(choice: WriteFilter['effect']): readonly Effect[] {
  return effects.filter(
    (effect) =>
      (choice.only.length === 0 || choice.only.includes(effect)) && !choice.hide.includes(effect),
  );
}

/** Conditions for a set of outcomes; of failures alone, the one that their index holds first. */
function outcomeConditions(kept: readonly ShownOutcome[]): readonly Condition[] {
  if (kept.length === shownOutcomes.length) return [];
  const failures = kept.includes('succeeded') ? [] : [{ sql: notSucceeded, params: [] }];
  if (failures.length > 0 && kept.length === shownOutcomes.length - 1) return failures;
  return [
    ...failures,
    { sql: kept.map((outcome) => outcomeSql[outcome]).join(' OR '), params: [] },
  ];
}

/** A person's marks stand in a table of their own. */
function markedRows(marks: readonly MarkName[]): string {
  const one = [...new Set(marks)].map((mark) => `write_marks.${mark} = 1`).join(' OR ');
  return `write_marks WHERE (${one})`;
}

/** Each row is asked for its mark: for walks in order, which end after a page. */
export function markedByRow(marks: readonly MarkName[]): Condition {
  const sql = `EXISTS (SELECT 1 FROM ${markedRows(marks)} AND write_marks.write_id = mcp_writes.id)`;
  return { sql, params: [] };
}

/** Few rows that are named by their marks, whatever the size of the ledger: for sums. */
export function markedById(marks: readonly MarkName[]): Condition {
  return { sql: `mcp_writes.id IN (SELECT write_id FROM ${markedRows(marks)})`, params: [] };
}

/** Leaves a facet's own dimension out, so that its other values stay countable. */
function without(filter: WriteFilter, facet: FacetKey | null): WriteFilter {
  return facet === null ? filter : { ...filter, [facet]: { only: [], hide: [] } };
}

/** Turns a filter into SQL. Values are bound, never written into the text. */
export function compileFilter(
  db: ReadHandle,
  resolved: ResolvedFilter,
  leaveOut: FacetKey | null = null,
): CompiledFilter {
  const filter = without(resolved.filter, leaveOut);
  const { bounds } = resolved;
  const time: Condition[] = [];
  const wanted: Wanted[] = [];
  const rest: Condition[] = [];
  const compare = (column: string, operator: string, value: SqlValue): Condition => ({
    sql: `mcp_writes.${column} ${operator} ?`,
    params: [value],
  });
  if (bounds.since_ms !== null) time.push(compare('timestamp_ms', '>=', bounds.since_ms));
  if (bounds.until_ms !== null) time.push(compare('timestamp_ms', '<', bounds.until_ms));

  const { client, tool, server, namespace } = filter;
  const known = client.only.length + client.hide.length === 0 ? [] : knownClients(db);
  const hide = (column: string, values: readonly string[]): void => {
    if (values.length === 0) return;
    rest.push({
      sql: `(mcp_writes.${column} IS NULL OR mcp_writes.${column} NOT IN (${marks(values)}))`,
      params: values,
    });
  };
  if (client.only.length > 0) {
    wanted.push({ column: 'client_info', values: labelsOf(known, client.only) });
  }
  hide('client_info', labelsOf(known, client.hide));
  if (tool.only.length > 0) wanted.push({ column: 'tool_name', values: wellFormed(tool.only) });
  hide('tool_name', wellFormed(tool.hide));
  if (namespace.only.length > 0) {
    wanted.push({ column: 'namespace', values: wellFormed(namespace.only) });
  }
  hide('namespace', wellFormed(namespace.hide));
  const only = (column: string, values: readonly string[]): void => {
    if (values.length === 0) return;
    rest.push({ sql: `mcp_writes.${column} IN (${marks(values)})`, params: values });
  };
  only('server_name', wellFormed(server.only));
  hide('server_name', wellFormed(server.hide));
  const connection = connectionIds(db, filter.connection);
  only('client_id', connection.only);
  hide('client_id', connection.hide);
  const keptEffects = effectsOf(filter.effect);
  if (keptEffects.length < effects.length) only('effect', keptEffects);

  const outcomes = outcomesOf(filter.outcome);
  rest.push(...outcomeConditions(outcomes));
  if (filter.run !== null) rest.push(compare('session_id', '=', filter.run.toWellFormed()));
  const burst = filter.burst === null ? undefined : burstById(db, filter.burst);
  if (burst !== undefined) {
    rest.push({
      sql: 'mcp_writes.client_info = ? AND mcp_writes.id BETWEEN ? AND ?',
      params: [burst.client_info, burst.first_id, burst.last_id],
    });
  }
  if (filter.mark.only.length > 0) rest.push(markedById(filter.mark.only));
  if (filter.mark.hide.length > 0) {
    rest.push({ sql: `NOT ${markedByRow(filter.mark.hide).sql}`, params: [] });
  }
  const text = textFilter(db, filter.text);
  if (text !== null) rest.push(text);
  return {
    time,
    wanted: wanted.map(({ column, values }) => ({ column, values: [...new Set(values)] })),
    within: filter.burst !== null ? 'burst' : filter.run !== null ? 'run' : null,
    nothing:
      outcomes.length === 0 ||
      keptEffects.length === 0 ||
      (filter.burst !== null && burst === undefined) ||
      wanted.some(({ values }) => values.length === 0),
    onlyFailures: !outcomes.includes('succeeded'),
    marked: [...new Set(filter.mark.only)],
    few: text?.few ?? false,
    text,
    rest,
  };
}

/** Conditions joined by "and"; none: every row. */
export function joined(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? '1' : conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** `column IN (…)`, of one value at least. */
export function oneOf({ column, values }: Wanted): Condition {
  return { sql: `mcp_writes.${column} IN (${marks(values)})`, params: values };
}

/** All conditions of a filter in one. */
export function whole(filter: CompiledFilter): Condition {
  return joined([...filter.wanted.map(oneOf), ...filter.time, ...filter.rest]);
}
