/** How many moments are remembered; records of one moment stand close together in a log. */
const mostMoments = 5000;

/** Tells the how-manieth record of its kind each record of a file is, counted from 1. */
export interface Occurrences {
  /**
   * @param key what makes two records the same write
   * @param sourceId the record's number in its file; the same number again is the same record
   */
  count(timestamp_ms: number, key: string, sourceId: number | null): number;
}

/**
 * Two writes can look the same in every column that a file carries. The n-th such record of a file is in
 * the ledger already when the ledger has n of them, so an import adds what is missing and doubles nothing.
 */
export function createOccurrences(): Occurrences {
  const moments = new Map<number, Map<string, Map<number | symbol, number>>>();
  return {
    count(timestamp_ms, key, sourceId) {
      const moment = moments.get(timestamp_ms) ?? new Map<string, Map<number | symbol, number>>();
      moments.set(timestamp_ms, moment);
      if (moments.size > mostMoments) {
        const [oldest] = moments.keys();
        if (oldest !== undefined) moments.delete(oldest);
      }
      const records = moment.get(key) ?? new Map<number | symbol, number>();
      moment.set(key, records);
      const record = sourceId ?? Symbol('no number');
      const nth = records.get(record) ?? records.size + 1;
      records.set(record, nth);
      return nth;
    },
  };
}
