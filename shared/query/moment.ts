import { parseRelative, resolveTimeRange, type TimeRange } from '../time-range.ts';

/** A point or stretch of time as a person types it. All `_ms` are milliseconds since 1970. */
export type Moment =
  | { readonly kind: 'at'; readonly ms: number }
  /** A whole local day, month or year: `[since_ms, until_ms)`. */
  | { readonly kind: 'span'; readonly since_ms: number; readonly until_ms: number }
  | { readonly kind: 'ago'; readonly range: Extract<TimeRange, { kind: 'last' }> }
  | { readonly kind: 'any' };

export type ReadMoment =
  | { readonly ok: true; readonly moment: Moment }
  | { readonly ok: false; readonly message: string; readonly hint: string };

const forms = 'Write 7d or 5m, 2026-03-29, 2026-03-29T14:30, or milliseconds since 1970.';
const no = (message: string, hint = forms): ReadMoment => ({ ok: false, message, hint });
const yes = (moment: Moment): ReadMoment => ({ ok: true, moment });

const datePattern =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?)?)?$/i;

/**
 * Reads `7d`, `2026`, `2026-03`, `2026-03-29`, `2026-03-29T14:30[:15[.250]][Z|+02:00]` (local where no
 * offset is given; a space serves for the T), milliseconds since 1970, or `any` for an open end.
 */
export function readMoment(text: string): ReadMoment {
  const trimmed = text.trim();
  if (/^any$/i.test(trimmed)) return yes({ kind: 'any' });
  const range = parseRelative(trimmed);
  if (range !== null) return yes({ kind: 'ago', range });
  if (/^-?\d+$/.test(trimmed) && !/^(19|20|21)\d\d$/.test(trimmed)) return readNumber(trimmed);
  const parts = datePattern.exec(trimmed);
  return parts === null ? no('This is not a time.') : readDate(parts);
}

function readNumber(text: string): ReadMoment {
  const ms = Number(text);
  if (!Number.isSafeInteger(ms)) return no('This number is too large for a time.');
  if (/^(19|20|21)\d{6}$/.test(text)) {
    return no(
      'A date needs its dashes.',
      `Write ${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}.`,
    );
  }
  // Taken as milliseconds these are days in January 1970: nobody means that, many clocks count seconds.
  if (ms >= 1e9 && ms < 1e11) {
    return no('This looks like seconds; times are in milliseconds.', `Write ${ms * 1000}.`);
  }
  return yes({ kind: 'at', ms: ms === 0 ? 0 : ms });
}

function readDate(parts: RegExpExecArray): ReadMoment {
  const field = (index: number, absent: number): number =>
    parts[index] === undefined ? absent : Number(parts[index]);
  const year = field(1, 1970);
  const month = field(2, 1);
  const day = field(3, 1);
  if (month < 1 || month > 12) return no(`There is no month ${parts[2]}.`);
  if (day < 1 || day > daysIn(year, month)) return no(`There is no day ${parts[3]} in that month.`);
  if (parts[4] === undefined) {
    const whole = parts[2] === undefined ? 'year' : parts[3] === undefined ? 'month' : 'day';
    return yes({
      kind: 'span',
      since_ms: localMs(year, month, day),
      until_ms: localMs(
        year + (whole === 'year' ? 1 : 0),
        month + (whole === 'month' ? 1 : 0),
        day + (whole === 'day' ? 1 : 0),
      ),
    });
  }
  const hour = field(4, 0);
  const minute = field(5, 0);
  const second = field(6, 0);
  if (hour > 23 || minute > 59 || second > 59) return no('There is no such time of day.');
  const fraction = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = offsetMinutes(parts[8]);
  if (offset === null) {
    return yes({ kind: 'at', ms: localMs(year, month, day, hour, minute, second, fraction) });
  }
  if (Math.abs(offset) >= 24 * 60) return no('There is no such offset from UTC.');
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second, fraction);
  return yes({ kind: 'at', ms: date.getTime() });
}

function daysIn(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

/** Local time to ms. An hour that the clock skips is the hour after it; a doubled one is its first. */
function localMs(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  ms = 0,
): number {
  const date = new Date(2000, 0, 1);
  // Not the constructor's own arguments: it takes the years 0 to 99 for 1900 to 1999.
  date.setFullYear(year, month - 1, day);
  date.setHours(hour, minute, second, ms);
  return date.getTime();
}

function offsetMinutes(text: string | undefined): number | null {
  if (text === undefined) return null;
  const match = /^([+-])(\d{2}):?(\d{2})?$/.exec(text);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return match[1] === '-' ? -minutes : minutes;
}

/** The moment as the lower end of a range, in ms; null: open. */
export function sinceMs(moment: Moment, now: number): number | null {
  return moment.kind === 'span' ? moment.since_ms : pointMs(moment, now);
}

/** The moment as the upper end, exclusive, in ms; null: open. A day, month or year is in the range. */
export function untilMs(moment: Moment, now: number): number | null {
  return moment.kind === 'span' ? moment.until_ms : pointMs(moment, now);
}

function pointMs(moment: Exclude<Moment, { kind: 'span' }>, now: number): number | null {
  switch (moment.kind) {
    case 'at':
      return moment.ms;
    case 'any':
      return null;
    case 'ago':
      return resolveTimeRange(moment.range, now, 0).since_ms;
  }
}

/**
 * A time that reads back as the same millisecond in every time zone: ISO local with its offset, else
 * UTC (offsets with seconds, before 1900 or so), else milliseconds (beyond the year 9999).
 */
export function printMoment(ms: number): string {
  const candidates = [isoLocal(ms), isoUtc(ms)];
  return candidates.find((text) => text !== null && readsAs(text, ms)) ?? String(ms);
}

function readsAs(text: string, ms: number): boolean {
  const read = readMoment(text);
  return read.ok && read.moment.kind === 'at' && read.moment.ms === ms;
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0');

function isoLocal(ms: number): string | null {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return null;
  const ahead = -date.getTimezoneOffset();
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  const fraction = date.getMilliseconds() === 0 ? '' : `.${pad(date.getMilliseconds(), 3)}`;
  const seconds =
    date.getSeconds() === 0 && fraction === '' ? '' : `:${pad(date.getSeconds())}${fraction}`;
  const offset = `${ahead < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(ahead) / 60))}:${pad(Math.abs(ahead) % 60)}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}${seconds}${offset}`;
}

function isoUtc(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
