import type { Command } from 'commander';
import { emptyFilter, failureOutcomes, type WriteFilter } from '../../shared/filter.ts';
import type { AuditListArgs } from '../../shared/ledger.ts';
import { parseRelative, resolveTimeRange } from '../../shared/time-range.ts';
import { usageError } from './program.ts';

/** The filters of `mcp_audit_list`, which every command that reads takes. */
export interface ReadOptions {
  readonly since?: number;
  readonly until?: number;
  readonly client?: string;
  readonly tool?: string;
  readonly successOnly?: boolean;
}

const timeWords = 'ISO 8601, milliseconds since 1970, or relative such as 7d, 12h, 5m';

export function addReadOptions(command: Command): Command {
  return command
    .option('--since <time>', `from this time on (${timeWords})`, momentOf)
    .option('--until <time>', 'before this time', momentOf)
    .option('--client <label>', 'exact client label, such as mcp:claude-code', nameOf)
    .option('--tool <name>', 'exact tool name, such as memory.store', nameOf)
    .option(
      '--success-only <true|false>',
      'true: succeeded writes; false: all that are not known to have succeeded',
      truthOf,
    );
}

export function auditArgs(
  options: ReadOptions,
  page: Pick<AuditListArgs, 'limit' | 'offset'>,
): AuditListArgs {
  return {
    ...page,
    ...(options.since === undefined ? {} : { since_ms: options.since }),
    ...(options.until === undefined ? {} : { until_ms: options.until }),
    ...(options.client === undefined ? {} : { client_filter: options.client }),
    ...(options.tool === undefined ? {} : { tool_filter: options.tool }),
    ...(options.successOnly === undefined ? {} : { success_only: options.successOnly }),
  };
}

export function filterOf(options: ReadOptions): WriteFilter {
  const only = (value: string | undefined) => ({
    only: value === undefined ? [] : [value],
    hide: [],
  });
  const outcomes =
    options.successOnly === undefined
      ? []
      : options.successOnly
        ? (['succeeded'] as const)
        : failureOutcomes;
  return {
    ...emptyFilter,
    time: { kind: 'between', since_ms: options.since ?? null, until_ms: options.until ?? null },
    client: only(options.client),
    tool: only(options.tool),
    outcome: { only: [...outcomes], hide: [] },
  };
}

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw usageError(`It must be a whole number from ${least} to ${most}.`);
  };
}

function nameOf(text: string): string {
  if (text === '' || text.length > 256) throw usageError('It must have 1 to 256 characters.');
  return text;
}

function truthOf(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw usageError('It must be true or false.');
  return text === 'true';
}

/** Dates without an offset are local, since a person means their own day. */
const iso =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const longestMs = 8.64e15;

/** Reads a time as milliseconds since 1970. @throws usage error */
export function momentOf(text: string): number {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed) && Math.abs(Number(trimmed)) <= longestMs) return Number(trimmed);
  const relative = parseRelative(trimmed);
  if (relative !== null) return resolveTimeRange(relative, Date.now(), 1).since_ms ?? 0;
  if (iso.test(trimmed)) {
    const written = trimmed.toUpperCase().replace(' ', 'T');
    const ms = Date.parse(written.includes('T') ? written : `${written}T00:00`);
    // JavaScript rolls 31 February over into March.
    const day = written.slice(0, 10);
    const midnight = new Date(`${day}T00:00Z`);
    const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
    if (isDay && !Number.isNaN(ms)) return ms;
  }
  throw usageError(`It must be ${timeWords}.`);
}
