import type { Report } from '../../../shared/report.ts';
import { beforeWords, type ReportFormat } from '../../../shared/report-document.ts';
import { count, shortClock, shortDate } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { reportText } from '../../text/report-text.ts';

const text = reportText.figures;

/** The numbers that a person asks for first. */
export function Figures({ report }: { readonly report: Report }) {
  const failures = report.writes - report.outcomes.succeeded;
  const now = useMinute();
  const day = (at: number) => shortDate(at, 'local', now);
  const time = (at: number) => `${day(at)}, ${shortClock(at, 'local')}`;
  const format: ReportFormat = { day, time, count };
  const percent = report.writes === 0 ? 0 : (failures / report.writes) * 100;
  return (
    <dl className="figures">
      <Figure name={text.writes} value={count(report.writes)} note={beforeWords(report, format)} />
      <Figure
        name={text.failures}
        value={count(failures)}
        note={text.share(`${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`)}
        bad={failures > 0}
      />
      <Figure name={text.clients} value={count(report.clients.length)} />
      <Figure name={text.tools} value={count(report.tools.length)} />
      <Figure name={text.bursts} value={count(report.bursts.length)} />
      <Figure name={text.firsts} value={count(report.firsts.length)} />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
  readonly bad?: boolean;
}

function Figure({ name, value, note, bad = false }: FigureProps) {
  return (
    <div className="figure">
      <dt className="quiet">{name}</dt>
      <dd>
        <span className={bad ? 'figure-value figure-bad' : 'figure-value'}>{value}</span>
        {note === undefined ? null : <span className="quiet figure-note">{note}</span>}
      </dd>
    </div>
  );
}
