/** An imported row may hold a number that is no date; its cell stays empty, its `timestamp_ms` does not. */
const isDate = (ms: number): boolean => Math.abs(ms) <= 8.64e15;

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));
const three = Array.from({ length: 1000 }, (_, n) => String(n).padStart(3, '0'));

const quarterHour = 900_000;
const minute = 60_000;

/** What the times of one quarter of an hour have in common. */
interface Quarter {
  readonly slot: number;
  /** `2026-11-30T14:`; null: what comes of it is no date, or has a signed year. */
  readonly hour: string | null;
  /** The minute at which it begins. */
  readonly minute: number;
  readonly offset: string;
}

/** Times that follow each other are mostly in one quarter of an hour: only the rest of it is written anew. */
function writtenBy(
  quarterOf: (slot: number) => Quarter,
  otherwise: (ms: number) => string,
): (ms: number) => string {
  let quarter: Quarter | null = null;
  return (ms) => {
    if (!isDate(ms)) return '';
    const slot = Math.floor(ms / quarterHour);
    if (quarter?.slot !== slot) quarter = quarterOf(slot);
    const { hour, offset } = quarter;
    const into = ms - slot * quarterHour;
    if (hour === null || !Number.isInteger(into)) return otherwise(ms);
    const minutes = Math.floor(into / minute);
    const left = into - minutes * minute;
    const seconds = Math.floor(left / 1000);
    return `${hour}${two[quarter.minute + minutes]}:${two[seconds]}.${three[left - seconds * 1000]}${offset}`;
  };
}

/** The hour of a quarter's beginning as ISO 8601 says it, in UTC. */
function hourOf(ms: number): Pick<Quarter, 'hour' | 'minute'> {
  if (!isDate(ms)) return { hour: null, minute: 0 };
  const text = new Date(ms).toISOString();
  return {
    hour: text.length === 24 ? text.slice(0, 14) : null,
    minute: Number(text.slice(14, 16)),
  };
}

const slowUtc = (ms: number): string => new Date(ms).toISOString();

/** ISO 8601 in UTC. */
export const utcTime = (): ((ms: number) => string) =>
  writtenBy((slot) => ({ slot, ...hourOf(slot * quarterHour), offset: 'Z' }), slowUtc);

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two[Math.floor(size / 60)]}:${two[size % 60]}`;
};

function slowLocal(ms: number): string {
  const minutes = offsetAt(ms);
  const shifted = ms + minutes * minute;
  if (!isDate(shifted)) return slowUtc(ms);
  return new Date(shifted).toISOString().replace('Z', offsetText(minutes));
}

/** Minutes ahead of UTC. */
const offsetAt = (ms: number): number => (isDate(ms) ? -new Date(ms).getTimezoneOffset() : 0);

/** ISO 8601 with the offset that was in force at that time. */
export const localTime = (): ((ms: number) => string) =>
  writtenBy((slot) => {
    const begins = slot * quarterHour;
    const minutes = offsetAt(begins);
    // St. John's changed its clocks at 00:01, and offsets of old had odd minutes: such times are written one by one.
    const same = minutes % 15 === 0 && minutes === offsetAt(begins + quarterHour - 1);
    const { hour, minute: from } = hourOf(begins + minutes * minute);
    return { slot, hour: same ? hour : null, minute: from, offset: offsetText(minutes) };
  }, slowLocal);
