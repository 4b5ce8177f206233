import { fileErrorWords } from '../../../shared/file-errors.ts';
import type { HealthCheck } from '../../../shared/health.ts';

type Detail = HealthCheck['details'][number];

/** What one look found; `todo` null: nothing is to be done. */
interface Found {
  readonly state: HealthCheck['state'];
  readonly says: string;
  readonly todo?: string | null;
  readonly details?: readonly Detail[];
}

/** Looks, and answers unknown where looking fails: an instrument without evidence is neither fine nor broken. */
export function check(key: string, name: string, look: () => Found): HealthCheck {
  try {
    const { state, says, todo = null, details = [] } = look();
    return { key, name, state, says, todo, details };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      key,
      name,
      state: 'unknown',
      says: `It could not be looked at: ${fileErrorWords(why)?.why ?? why}`,
      todo: null,
      details: [],
    };
  }
}

/** The worst of several: a problem before a warning before what nobody knows. */
export function worst(states: readonly HealthCheck['state'][]): HealthCheck['state'] {
  for (const state of ['problem', 'warning', 'unknown'] as const) {
    if (states.includes(state)) return state;
  }
  return 'ok';
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = count;
  let unit = 'B';
  for (const next of units) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** The person's own clock and calendar: "1 December 2026 at 05:29". */
export const time = (ms: number): string => clock.format(ms);

const iso = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** What the ledger says of times, which it does in UTC, by the person's own clock. */
export const withLocalTimes = (text: string): string =>
  text.replace(iso, (moment) => time(Date.parse(moment)));

export function many(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
}
