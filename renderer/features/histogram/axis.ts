import { clock, shortClock, shortDate, shortDay, shortMonth } from '../../lib/format.ts';
import { partsOf, startOfDay, type Zone } from '../../lib/zone.ts';

export interface Tick {
  readonly at: number;
  readonly label: string;
}

const hour = 3_600_000;
const day = 24 * hour;
const hourSteps = [1, 2, 3, 4, 6, 12] as const;

/** Labelled moments between `since` and `until`, at most `most`: hours, days or months, by the span. */
export function axisTicks(since: number, until: number, zone: Zone, most: number): readonly Tick[] {
  const span = until - since;
  if (span <= 0 || most < 1) return [];
  if (span < 3 * hour) return minuteTicks(since, until, zone, most);
  if (span <= 2 * day + hour) return hourTicks(since, until, zone, most);
  if (span <= 70 * day) return dayTicks(since, until, zone, most);
  return monthTicks(since, until, zone, most);
}

/** Steps of a second up to an hour; below a minute the labels tell the second too. */
function minuteTicks(since: number, until: number, zone: Zone, most: number): readonly Tick[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600].map((step) => step * 1000);
  const step = steps.find((candidate) => (until - since) / candidate <= most) ?? hour;
  const first = Math.ceil(since / step) * step;
  return fill(
    first,
    until,
    (at) => at + step,
    (at) => (step < 60_000 ? clock(at, zone) : shortClock(at, zone)),
  );
}

/** Steps from each midnight, so that labels stay on the hour where the clock changes (case d04). */
function hourTicks(since: number, until: number, zone: Zone, most: number): readonly Tick[] {
  const hours = (until - since) / hour;
  const step = hourSteps.find((candidate) => hours / candidate <= most) ?? 12;
  const ticks: Tick[] = [];
  for (let start = startOfDay(since, zone); start < until; start = startOfDay(start, zone, 1)) {
    for (let at = 0; at < 24; at += step) {
      const moment = withHour(start, at, zone);
      if (moment < since || moment >= until) continue;
      ticks.push({
        at: moment,
        label: at === 0 ? shortDay(moment, zone) : shortClock(moment, zone),
      });
    }
  }
  return ticks;
}

function withHour(midnight: number, hours: number, zone: Zone): number {
  if (zone === 'utc') return midnight + hours * hour;
  const date = new Date(midnight);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), hours).getTime();
}

function dayTicks(since: number, until: number, zone: Zone, most: number): readonly Tick[] {
  const days = Math.ceil((until - since) / day);
  const step = Math.max(1, Math.ceil(days / most));
  const start = startOfDay(since, zone);
  const first = start < since ? startOfDay(since, zone, 1) : start;
  const label = step > 1 || days > 14 ? dateLabel : (at: number) => shortDay(at, zone);
  return fill(first, until, (at) => startOfDay(at, zone, step), label);

  function dateLabel(at: number): string {
    return shortDate(at, zone, until);
  }
}

function monthTicks(since: number, until: number, zone: Zone, most: number): readonly Tick[] {
  const months = Math.ceil((until - since) / (30 * day));
  const step = Math.max(1, Math.ceil(months / most));
  const parts = partsOf(since, zone);
  if (parts === null) return [];
  const start = (n: number) =>
    zone === 'utc'
      ? Date.UTC(parts.year, parts.month + n, 1)
      : new Date(parts.year, parts.month + n, 1).getTime();
  const ticks: Tick[] = [];
  for (let n = 0; start(n) < until; n += step) {
    if (start(n) >= since) ticks.push({ at: start(n), label: shortMonth(start(n), zone) });
  }
  return ticks;
}

function fill(
  first: number,
  until: number,
  next: (at: number) => number,
  label: (at: number) => string,
): readonly Tick[] {
  const ticks: Tick[] = [];
  for (let at = first; at < until && ticks.length < 100; at = next(at)) {
    ticks.push({ at, label: label(at) });
  }
  return ticks;
}
