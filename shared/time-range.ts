import { z } from 'zod';

export const timePresets = [
  'today',
  'yesterday',
  'this-week',
  'last-7-days',
  'this-month',
] as const;
export type TimePreset = (typeof timePresets)[number];

export const timePresetNames: Readonly<Record<TimePreset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-week': 'This week',
  'last-7-days': 'Last 7 days',
  'this-month': 'This month',
};

export const relativeUnits = ['m', 'h', 'd', 'w'] as const;

export const timeRangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('preset'), preset: z.enum(timePresets) }),
  z.strictObject({
    kind: z.literal('last'),
    amount: z.int().min(1).max(100_000),
    unit: z.enum(relativeUnits),
  }),
  z.strictObject({
    kind: z.literal('between'),
    /** Inclusive; null: from the first write. */
    since_ms: z.int().nullable(),
    /** Exclusive; null: to the newest write. */
    until_ms: z.int().nullable(),
  }),
]);
export type TimeRange = z.infer<typeof timeRangeSchema>;

/** `[since_ms, until_ms)`; null: open. */
export interface TimeBounds {
  readonly since_ms: number | null;
  readonly until_ms: number | null;
}

/** 0 is Sunday, 1 Monday, … 6 Saturday, as in `Date.getDay`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The local midnight that starts the day of `at`, moved by whole calendar days. */
export function startOfLocalDay(at: number, days = 0): number {
  const date = new Date(at);
  // Calendar arithmetic: days of 23 and 25 hours exist, so no multiples of 86,400,000 (case d04).
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function startOfLocalWeek(at: number, weekStart: Weekday): number {
  return startOfLocalDay(at, -((new Date(at).getDay() - weekStart + 7) % 7));
}

function startOfLocalMonth(at: number, months = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth() + months, 1).getTime();
}

/**
 * Turns a range into bounds, by the calendar of the process's time zone. "Last 7 days" is today and
 * the six days before; `5m` counts back from `now` and stays open at the newest end.
 */
export function resolveTimeRange(range: TimeRange, now: number, weekStart: Weekday): TimeBounds {
  switch (range.kind) {
    case 'all':
      return { since_ms: null, until_ms: null };
    case 'between':
      return { since_ms: range.since_ms, until_ms: range.until_ms };
    case 'last': {
      if (range.unit === 'm' || range.unit === 'h') {
        const ms = range.amount * (range.unit === 'm' ? 60_000 : 3_600_000);
        return { since_ms: now - ms, until_ms: null };
      }
      // Days and weeks go by the calendar, and keep the time of day across a change of the clock.
      const date = new Date(now);
      date.setDate(date.getDate() - range.amount * (range.unit === 'w' ? 7 : 1));
      return { since_ms: date.getTime(), until_ms: null };
    }
    case 'preset':
      return resolvePreset(range.preset, now, weekStart);
  }
}

function resolvePreset(preset: TimePreset, now: number, weekStart: Weekday): TimeBounds {
  switch (preset) {
    case 'today':
      return { since_ms: startOfLocalDay(now), until_ms: startOfLocalDay(now, 1) };
    case 'yesterday':
      return { since_ms: startOfLocalDay(now, -1), until_ms: startOfLocalDay(now) };
    case 'this-week': {
      const start = startOfLocalWeek(now, weekStart);
      return { since_ms: start, until_ms: startOfLocalDay(start, 7) };
    }
    case 'last-7-days':
      return { since_ms: startOfLocalDay(now, -6), until_ms: startOfLocalDay(now, 1) };
    case 'this-month':
      return { since_ms: startOfLocalMonth(now), until_ms: startOfLocalMonth(now, 1) };
  }
}

/** Reads `5m`, `3d`, `2w`; null where the text is no such thing. */
export function parseRelative(text: string): Extract<TimeRange, { kind: 'last' }> | null {
  const match = /^(\d{1,6})\s*([mhdw])$/i.exec(text.trim());
  if (match === null) return null;
  const parsed = timeRangeSchema.safeParse({
    kind: 'last',
    amount: Number(match[1]),
    unit: match[2]?.toLowerCase(),
  });
  return parsed.success && parsed.data.kind === 'last' ? parsed.data : null;
}

/** A range in a person's words, for chips, export dialog and status line. */
export function describeTimeRange(range: TimeRange): string {
  switch (range.kind) {
    case 'all':
      return 'All time';
    case 'preset':
      return timePresetNames[range.preset];
    case 'last': {
      const word = { m: 'minute', h: 'hour', d: 'day', w: 'week' }[range.unit];
      return `Last ${range.amount} ${word}${range.amount === 1 ? '' : 's'}`;
    }
    case 'between':
      return describeBetween(range.since_ms, range.until_ms);
  }
}

function describeBetween(since: number | null, until: number | null): string {
  if (since === null && until === null) return 'All time';
  // Whole days are named by their days, the last one included; anything else by its points in time.
  const wholeDays = [since, until].every((ms) => ms === null || startOfLocalDay(ms) === ms);
  const name = wholeDays ? dayName : momentName;
  const last = until === null ? '' : name(wholeDays ? until - 1 : until);
  if (since === null) return `Until ${last}`;
  const first = name(since);
  if (until === null) return `Since ${first}`;
  return first === last ? first : `${first} to ${last}`;
}

const dayForm = { day: 'numeric', month: 'short', year: 'numeric' } as const;

function dayName(ms: number): string {
  return new Date(ms).toLocaleDateString(undefined, dayForm);
}

function momentName(ms: number): string {
  const date = new Date(ms);
  // Beyond the years that a date can hold.
  if (Number.isNaN(date.getTime())) return `${ms} ms`;
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  return date.toLocaleString(undefined, {
    ...dayForm,
    ...clock,
    ...(date.getSeconds() === 0 ? {} : { second: '2-digit' }),
  });
}
