import { clientKeyName } from '../../shared/client-names.ts';
import { isUnfiltered, type WriteFilter } from '../../shared/filter.ts';
import type { ExportRequest } from '../../shared/ipc.ts';
import type { TimeRange } from '../../shared/time-range.ts';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function day(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function timePart(range: TimeRange): string | null {
  switch (range.kind) {
    case 'all':
      return null;
    case 'preset':
      return range.preset;
    case 'last':
      return `last-${range.amount}${range.unit}`;
    case 'between': {
      const since = range.since_ms === null ? null : day(range.since_ms);
      // The end is exclusive: midnight of the 8th means through the 7th.
      const until = range.until_ms === null ? null : day(range.until_ms - 1);
      if (since === null) return until === null ? null : `until-${until}`;
      if (until === null) return `since-${since}`;
      return since === until ? since : `${since}-to-${until}`;
    }
  }
}

/** The one value that a dimension keeps, or null: several values do not make a name. */
function onlyOne(dimension: WriteFilter['client']): string | null {
  return dimension.only.length === 1 && dimension.hide.length === 0
    ? (dimension.only[0] ?? null)
    : null;
}

/** Words of a file name: what systems forbid, or clients smuggle in, becomes a hyphen. */
function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
}

/**
 * The file name that the save dialog offers; it says what is in the file, as in
 * `inkwatch-writes-claude-desktop-this-week.csv`. `nowMs` dates an export of everything.
 */
export function defaultExportName(
  request: Pick<ExportRequest, 'scope' | 'filter' | 'format'>,
  nowMs: number,
): string {
  const parts = ['inkwatch', 'writes', ...scopeParts(request, nowMs)].map(slug);
  return `${parts.filter((part) => part !== '').join('-')}.${request.format}`;
}

function scopeParts(
  { scope, filter }: Pick<ExportRequest, 'scope' | 'filter'>,
  nowMs: number,
): readonly string[] {
  if (scope === 'selected') return ['selected', day(nowMs)];
  if (scope === 'all' || isUnfiltered(filter)) return ['all', day(nowMs)];
  const client = onlyOne(filter.client);
  const time = timePart(filter.time);
  const named = [
    client === null ? null : clientKeyName(client),
    onlyOne(filter.tool),
    filter.outcome.only.length > 0 && !filter.outcome.only.includes('succeeded')
      ? (onlyOne(filter.outcome) ?? 'failures')
      : onlyOne(filter.outcome),
    filter.burst === null ? null : `burst-${filter.burst}`,
    time,
  ].filter((part) => part !== null);
  // Without a time in the name the day of the export tells two files apart.
  return time === null ? ['filtered', ...named, day(nowMs)] : named;
}
