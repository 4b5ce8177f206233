import { clientDisplayName } from './client-names.ts';
import { type ErrorKind, shownOutcomeNames, shownOutcomes } from './outcome.ts';
import type { Report } from './report.ts';
import { cutCharacters, visibleLine } from './text.ts';

/** How a report says times and numbers; local, as its reader's clock. */
export interface ReportFormat {
  readonly day: (ms: number) => string;
  readonly time: (ms: number) => string;
  readonly count: (n: number) => string;
}

export interface ReportTable {
  readonly title: string;
  readonly columns: readonly string[];
  /** Columns of numbers, by index. */
  readonly numbers: readonly number[];
  /** Hostile text is one visible line already; the writer of a format escapes it. */
  readonly rows: readonly (readonly string[])[];
  /** Said where there are no rows. */
  readonly none: string;
  /** Said below, where rows were left out; null: these are all. */
  readonly more: string | null;
}

/** A report as a document: what every format of it says, in its order. */
export interface ReportDocument {
  readonly title: string;
  readonly range: string;
  readonly summary: readonly string[];
  readonly tables: readonly ReportTable[];
}

export const causeNames: Readonly<Record<ErrorKind, string>> = {
  invalid: 'The call was not valid',
  refused: 'The call was refused',
  tool: 'The tool failed',
  upstream: 'The upstream server failed',
  timeout: 'No answer in time',
  cancelled: 'The call was cancelled',
};

export const reportWords = {
  title: 'What was written',
  empty: 'Nothing was written in this time.',
  none: 'none',
  /** Whole days, both named. */
  days: (first: string, last: string) =>
    first === last ? `on ${first}` : `from ${first} to ${last}`,
  soFar: (first: string, until: string) =>
    `from ${first} until ${until}, as far as this time has gone`,
  noAnswer: 'No answer was recorded',
  unknownDocument: 'not a document of this ledger',
  noNamespace: 'none named',
  goesOn: 'goes on',
  client: 'Client',
  tool: 'Tool',
} as const;

const longest = 160;
const cell = (text: string): string => {
  const line = visibleLine(cutCharacters(text, longest * 2));
  const cut = cutCharacters(line, longest);
  return cut.length < line.length ? `${cut}…` : cut;
};

/** "+12 %"; null where there is nothing to compare with. */
function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`;
}

/** How much was written before, and exactly when: "1,000 from 16 March to 22 March, +23 %". */
export function beforeWords(
  { writes, before }: Pick<Report, 'writes' | 'before'>,
  { day, time, count }: ReportFormat,
): string {
  const when = before.whole
    ? reportWords.days(day(before.since_ms), day(before.until_ms - 1))
    : reportWords.soFar(day(before.since_ms), time(before.until_ms));
  const change = changeOf(writes, before.writes);
  return change === null
    ? `${reportWords.none} ${when}`
    : `${count(before.writes)} ${when}, ${change}`;
}

function summaryOf(report: Report, format: ReportFormat): readonly string[] {
  const { count } = format;
  if (report.writes === 0) return [reportWords.empty];
  const outcomes = shownOutcomes
    .filter((outcome) => report.outcomes[outcome] > 0)
    .map((outcome) => `${shownOutcomeNames[outcome]} ${count(report.outcomes[outcome])}`);
  return [
    `${count(report.writes)} ${report.writes === 1 ? 'write' : 'writes'}: ${outcomes.join(', ')}.`,
    `Before: ${beforeWords(report, format)}.`,
  ];
}

/** Everything that a report says, ready to be written as text or drawn. */
export function reportDocument(report: Report, format: ReportFormat): ReportDocument {
  const { day, time, count } = format;
  const range = `${day(report.since_ms)} – ${day(report.until_ms - 1)}`;
  const more = (shown: number, all: number): string | null =>
    shown < all ? `The first ${count(shown)} of ${count(all)}.` : null;
  const head = { title: reportWords.title, range, summary: summaryOf(report, format) };
  if (report.writes === 0 && report.bursts.length === 0) return { ...head, tables: [] };
  const table = (
    title: string,
    columns: readonly string[],
    numbers: readonly number[],
    rows: readonly (readonly string[])[],
    none: string,
    left: string | null = null,
  ): ReportTable => ({
    title,
    columns,
    numbers,
    rows: rows.map((row) => row.map(cell)),
    none,
    more: left,
  });
  return {
    ...head,
    tables: [
      table(
        'Day by day',
        ['Day', ...shownOutcomes.map((outcome) => shownOutcomeNames[outcome])],
        [1, 2, 3, 4],
        report.days.map(({ since_ms, counts }) => [
          day(since_ms),
          ...shownOutcomes.map((outcome) => count(counts[outcome])),
        ]),
        '',
      ),
      table(
        'Who wrote how much where',
        ['Client', 'Server', 'Namespace', 'Writes', 'Not succeeded'],
        [3, 4],
        report.places.map((place) => [
          place.label,
          place.server,
          place.namespace ?? reportWords.noNamespace,
          count(place.writes),
          count(place.failures),
        ]),
        reportWords.empty,
      ),
      table(
        'Busiest runs',
        ['Client', 'Run', 'From', 'To', 'Writes', 'Not succeeded'],
        [4, 5],
        report.runs.map((run) => [
          run.client,
          run.session_id,
          time(run.first_ms),
          time(run.last_ms),
          count(run.writes),
          count(run.failures),
        ]),
        'No write said which run it was part of.',
        more(report.runs.length, report.runs_total),
      ),
      table(
        'Failures by cause',
        ['Cause', 'Tool', 'Writes', 'The newest said'],
        [2],
        report.causes.map((cause) => [
          cause.kind === null
            ? cause.outcome === 'unknown'
              ? reportWords.noAnswer
              : shownOutcomeNames[cause.outcome]
            : causeNames[cause.kind],
          cause.tool,
          count(cause.writes),
          cause.message ?? '',
        ]),
        'Every write succeeded.',
      ),
      table(
        'Bursts',
        ['Client', 'From', 'To', 'Writes', 'Repeats', 'Failed'],
        [3, 4, 5],
        report.bursts.map((burst) => [
          clientDisplayName(burst.client_info, burst.client_name),
          time(burst.start_ms),
          burst.end_ms === null ? reportWords.goesOn : time(burst.end_ms),
          count(burst.count),
          count(burst.repeats),
          count(burst.failures),
        ]),
        'No client wrote in a burst.',
      ),
      table(
        'Never seen before',
        ['Kind', 'Name', 'First', 'Writes'],
        [3],
        report.firsts.map((first) => [
          reportWords[first.kind],
          first.label,
          time(first.first_ms),
          count(first.writes),
        ]),
        'No client and no tool is new.',
      ),
      table(
        'Most changed documents',
        ['Document', 'Namespace', 'Changes', 'Clients', 'Last'],
        [2, 3],
        report.documents.map((document) => [
          document.title ?? `${document.chunk_id} (${reportWords.unknownDocument})`,
          document.namespace ?? '',
          count(document.changes),
          count(document.clients),
          time(document.last_ms),
        ]),
        'No document was changed.',
        more(report.documents.length, report.documents_total),
      ),
    ],
  };
}
