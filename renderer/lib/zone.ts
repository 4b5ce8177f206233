import { startOfLocalDay } from '../../shared/time-range.ts';

/** How times are shown; ranges such as "Today" always follow the computer's own calendar. */
export type Zone = 'local' | 'utc';

const utcDay = 86_400_000;

/** The midnight that starts the day of `at` in `zone`, moved by whole calendar days; ms since 1970. */
export function startOfDay(at: number, zone: Zone, days = 0): number {
  // UTC has no clock changes, so there a day is a fixed length.
  if (zone === 'utc') return Math.floor(at / utcDay) * utcDay + days * utcDay;
  return startOfLocalDay(at, days);
}

/** Calendar and clock of one moment. `month` 0…11, `weekday` 0 Sunday … 6. */
export interface TimeParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly milli: number;
  /** Minutes east of UTC. */
  readonly offset: number;
}

/**
 * Null where `at` is no time that a calendar knows. Read from `Date` at each call: a cached
 * formatter would keep the zone of its making when the system's zone changes (case d04).
 */
export function partsOf(at: number, zone: Zone): TimeParts | null {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const utc = zone === 'utc';
  return {
    year: utc ? date.getUTCFullYear() : date.getFullYear(),
    month: utc ? date.getUTCMonth() : date.getMonth(),
    day: utc ? date.getUTCDate() : date.getDate(),
    weekday: utc ? date.getUTCDay() : date.getDay(),
    hour: utc ? date.getUTCHours() : date.getHours(),
    minute: utc ? date.getUTCMinutes() : date.getMinutes(),
    second: utc ? date.getUTCSeconds() : date.getSeconds(),
    milli: utc ? date.getUTCMilliseconds() : date.getMilliseconds(),
    // `+ 0` turns the -0 of UTC machines into 0.
    offset: utc ? 0 : -date.getTimezoneOffset() + 0,
  };
}

/** "Europe/Berlin", as the system calls its zone. */
export function localZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
