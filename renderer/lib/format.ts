import { formatDistanceStrict } from 'date-fns';
import { timeText as text } from '../text/time-text.ts';
import { partsOf, startOfDay, type TimeParts, type Zone } from './zone.ts';

const numbers = new Intl.NumberFormat('en-GB');

/** "1,003,211". */
export function count(n: number): string {
  return numbers.format(n);
}

const two = (n: number): string => String(n).padStart(2, '0');
const weekdayOf = (parts: TimeParts): string => text.weekdays[parts.weekday] ?? '';
const monthOf = (parts: TimeParts): string => text.months[parts.month] ?? '';
const shortMonthOf = (parts: TimeParts): string => text.shortMonths[parts.month] ?? '';

/** "22:14:08". */
export function clock(at: number, zone: Zone): string {
  const parts = partsOf(at, zone);
  return parts === null
    ? text.unknownTime
    : `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`;
}

/** "22:14". */
export function shortClock(at: number, zone: Zone): string {
  return clock(at, zone).slice(0, 5);
}

/** "Sunday 29 November", with the year where it is not the one of `now`. */
export function dayTitle(at: number, zone: Zone, now: number): string {
  const parts = partsOf(at, zone);
  if (parts === null) return text.unknownTime;
  const title = text.dayTitle(weekdayOf(parts), parts.day, monthOf(parts));
  return parts.year === partsOf(now, zone)?.year ? title : text.withYear(title, parts.year);
}

/** "29 Nov", with the year where it is not the one of `now`. */
export function shortDate(at: number, zone: Zone, now: number): string {
  const parts = partsOf(at, zone);
  if (parts === null) return text.unknownTime;
  const day = text.dayMonth(parts.day, shortMonthOf(parts));
  return parts.year === partsOf(now, zone)?.year ? day : text.withYear(day, parts.year);
}

/** "Sun 29", for axis labels. */
export function shortDay(at: number, zone: Zone): string {
  const parts = partsOf(at, zone);
  return parts === null
    ? text.unknownTime
    : text.shortDay(text.shortWeekdays[parts.weekday] ?? '', parts.day);
}

/** "Nov 2026", for axis labels. */
export function shortMonth(at: number, zone: Zone): string {
  const parts = partsOf(at, zone);
  return parts === null ? text.unknownTime : `${shortMonthOf(parts)} ${parts.year}`;
}

/** "Today", "Yesterday" or null. */
export function nearDay(at: number, zone: Zone, now: number): string | null {
  const today = startOfDay(now, zone);
  if (at >= today && at < startOfDay(now, zone, 1)) return text.today;
  return at >= startOfDay(now, zone, -1) && at < today ? text.yesterday : null;
}

/** "at 22:08", "yesterday at 22:08", "on 24 Nov at 22:08": inside a sentence. */
export function whenInSentence(at: number, zone: Zone, now: number): string {
  const when = text.atClock(shortClock(at, zone));
  const near = nearDay(at, zone, now);
  if (near === text.today) return when;
  const day = near === null ? text.onDay(shortDate(at, zone, now)) : near.toLowerCase();
  return `${day} ${when}`;
}

/** "today 22:14:08", "yesterday 09:00:12", "28 Nov, 22:14:08". */
export function whenInWords(at: number, zone: Zone, now: number): string {
  const near = nearDay(at, zone, now);
  if (near !== null) return `${near.toLowerCase()} ${clock(at, zone)}`;
  return text.at(shortDate(at, zone, now), clock(at, zone));
}

/** "2026-11-29T22:14:08.123+01:00"; UTC ends in Z. */
export function isoTime(at: number, zone: Zone): string {
  const parts = partsOf(at, zone);
  if (parts === null) return text.unknownTime;
  if (zone === 'utc') return new Date(at).toISOString();
  const sign = parts.offset < 0 ? '-' : '+';
  const minutes = Math.abs(parts.offset);
  const offset = `${sign}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  const date = `${String(parts.year).padStart(4, '0')}-${two(parts.month + 1)}-${two(parts.day)}`;
  return `${date}T${clock(at, zone)}.${String(parts.milli).padStart(3, '0')}${offset}`;
}

/** "2026-11-29 21:14:08.123 UTC" and its like for the local zone: for reading, not for machines. */
export function longTime(at: number, zone: Zone): string {
  if (partsOf(at, zone) === null) return text.unknownTime;
  const [date = '', rest = ''] = isoTime(at, zone).split('T');
  return `${date} ${zone === 'utc' ? rest.replace('Z', ' UTC') : `${rest.slice(0, 12)} ${rest.slice(12)}`}`;
}

/** "3 minutes ago"; times ahead of `now` (clock set back) are said as such. */
export function relativeTime(at: number, now: number): string {
  if (!Number.isFinite(new Date(at).getTime())) return text.unknownTime;
  const away = now - at;
  if (Math.abs(away) < 5000) return text.justNow;
  const distance = formatDistanceStrict(at, now);
  return away > 0 ? text.ago(distance) : text.ahead(distance);
}

/** "4 ms", "1.2 s", "3 min"; null: nobody measured. */
export function took(ms: number | null): string {
  if (ms === null) return text.noTime;
  if (ms < 1000) return text.ms(count(Math.round(ms)));
  if (ms < 60_000) return text.seconds((ms / 1000).toFixed(1));
  return duration(ms);
}

/** "40 s", "3 min", "2 h", "4 d": how long something went on, in its largest whole unit. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return text.seconds(count(seconds));
  if (seconds < 7200) return text.minutes(count(Math.round(seconds / 60)));
  if (seconds < 172_800) return text.hours(count(Math.round(seconds / 3600)));
  return text.days(count(Math.round(seconds / 86_400)));
}

/** "+0:47", "+1:02:05": how far into a run a write was made. */
export function offset(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${sign}${h}:${two(m)}:${two(s)}` : `${sign}${m}:${two(s)}`;
}
