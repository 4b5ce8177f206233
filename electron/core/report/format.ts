import type { ReportFormat } from '../../../shared/report-document.ts';

const two = (n: number): string => String(n).padStart(2, '0');

function date(ms: number): string {
  const at = new Date(ms);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Local times of this computer, in an order that no country reads another way. */
export const fileFormat: ReportFormat = {
  day: date,
  time: (ms) => {
    const at = new Date(ms);
    return `${date(ms)} ${two(at.getHours())}:${two(at.getMinutes())}`;
  },
  count: (n) => new Intl.NumberFormat('en-GB').format(n),
};

/** `inkwatch-report-2026-11-23-to-2026-11-29.pdf`. */
export function reportFileName(since: number, until: number, format: 'pdf' | 'md'): string {
  const [first, last] = [date(since), date(until - 1)];
  const range = first === last ? first : `${first}-to-${last}`;
  return `inkwatch-report-${range}.${format}`;
}
