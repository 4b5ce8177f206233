import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, NotebookText, TriangleAlert } from 'lucide-react';
import type { Report } from '../../../shared/report.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useWeekStart } from '../../data/queries.ts';
import { dayTitle } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { reportText as text } from '../../text/report-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pick } from '../../ui/menu.tsx';
import { ChooseDays } from './choose-days.tsx';
import { DayBars } from './day-bars.tsx';
import { Figures } from './figures.tsx';
import { type ReportRange, rangeAt, stepFrom } from './report-range.ts';
import { useReport } from './report-store.ts';
import { ReportTables } from './report-tables.tsx';
import { SaveReport } from './save-report.tsx';
import { useFreshReport } from './use-fresh-report.ts';
import './report-page.css';

/** A week or a month to read through: days and times are this computer's. */
export function ReportPage() {
  useFreshReport();
  const weekStart = useWeekStart();
  const now = useMinute();
  const { span, at, chosen, set } = useReport();
  const range = chosen ?? rangeAt(span, at ?? now, weekStart);
  const current = chosen === null && rangeAt(span, now, weekStart).since_ms === range.since_ms;
  const query = useQuery({
    queryKey: [...keys.report, range],
    queryFn: () => inkwatch.report.read(range),
    gcTime: 60_000,
  });
  const go = (by: 1 | -1) => set({ at: stepFrom(range, by), chosen: null });
  return (
    <div className="page">
      <div className="report">
        <header className="report-head">
          <div>
            <h1 className="page-title">{rangeTitle(range, now)}</h1>
            <p className="page-intro">{text.intro}</p>
          </div>
          <div className="report-controls">
            <Pick
              label={text.span}
              value={span}
              options={[
                { value: 'week', name: text.spans.week },
                { value: 'month', name: text.spans.month },
              ]}
              onPick={(picked) => set({ span: picked, chosen: null })}
            />
            <ChooseDays chosen={chosen} shown={range} onPick={(days) => set({ chosen: days })} />
            <span className="report-steps">
              <IconButton
                label={text.earlier[span]}
                icon={<ChevronLeft aria-hidden />}
                onClick={() => go(-1)}
              />
              <Button small aria-pressed={current} onClick={() => set({ at: null, chosen: null })}>
                {text.now[span]}
              </Button>
              <IconButton
                label={text.later[span]}
                icon={<ChevronRight aria-hidden />}
                disabled={range.until_ms > now}
                onClick={() => go(1)}
              />
            </span>
            <SaveReport range={range} />
          </div>
        </header>
        {query.isError ? (
          <EmptyState
            tone="failed"
            icon={<TriangleAlert />}
            title={text.failed.title}
            text={text.failed.text(query.error.message)}
          >
            <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
          </EmptyState>
        ) : query.data === undefined ? (
          <p className="quiet report-loading" role="status">
            {text.loading}
          </p>
        ) : query.data.writes === 0 && query.data.bursts.length === 0 ? (
          <EmptyState
            icon={<NotebookText />}
            title={text.empty.title}
            text={text.empty.text(rangeTitle(range, now))}
          >
            <Button onClick={() => go(-1)}>{text.empty.earlier[span]}</Button>
          </EmptyState>
        ) : (
          <Content report={query.data} />
        )}
      </div>
    </div>
  );
}

function Content({ report }: { readonly report: Report }) {
  return (
    <>
      <Figures report={report} />
      <DayBars report={report} />
      <ReportTables report={report} />
    </>
  );
}

/** "Monday 23 November – Sunday 29 November". */
function rangeTitle(range: ReportRange, now: number): string {
  return `${dayTitle(range.since_ms, 'local', now)} – ${dayTitle(range.until_ms - 1, 'local', now)}`;
}
