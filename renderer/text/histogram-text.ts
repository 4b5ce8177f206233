export const histogramText = {
  chart: (bars: string, writes: string, failures: string) =>
    `Writes over time, ${bars} bars: ${writes} in all, ${failures} not known to have succeeded. Arrow keys walk the bars, Enter keeps one, Shift with arrows a range.`,
  bar: (span: string, writes: string, failures: string | null) =>
    failures === null ? `${span}: ${writes}` : `${span}: ${writes}, ${failures}`,
  failures: (n: string) => `${n} not succeeded`,
  bursts: (n: string) => `${n} bursts: open the list of alerts`,
  burst: (headline: string) => `Burst: ${headline}`,
  failed: 'The chart cannot be drawn: the ledger did not answer.',
  none: 'No writes in this range',
} as const;
