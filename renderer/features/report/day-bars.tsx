import type { Report } from '../../../shared/report.ts';
import { count, dayTitle, shortDay } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { reportText } from '../../text/report-text.ts';
import { useShowWrites } from './use-show-writes.ts';

const text = reportText.days;

/** Writes of each local day; a click shows them. The words say the same as the bars. */
export function DayBars({ report }: { readonly report: Report }) {
  const now = useMinute();
  const show = useShowWrites(report);
  const sizes = report.days.map(({ counts }) => ({
    all: counts.succeeded + counts.failed + counts.refused + counts.unknown,
    ok: counts.succeeded,
  }));
  const most = Math.max(1, ...sizes.map(({ all }) => all));
  return (
    <section className="report-section">
      <h2 className="report-title">{text.title}</h2>
      <ol className="days-bars">
        {report.days.map((day, at) => {
          const { all, ok } = sizes[at] ?? { all: 0, ok: 0 };
          const said = text.said(dayTitle(day.since_ms, 'local', now), count(all), count(all - ok));
          return (
            <li key={day.since_ms}>
              <button
                type="button"
                className="day-bar"
                title={said}
                onClick={() =>
                  show({
                    time: { kind: 'between', since_ms: day.since_ms, until_ms: day.until_ms },
                  })
                }
              >
                <span className="day-bar-count">
                  {all === 0 ? '' : count(all)}
                  <span className="visually-hidden">{text.rest(count(all - ok))}</span>
                </span>
                <span className="day-bar-stack" style={{ height: `${(all / most) * 100}%` }}>
                  <span className="day-bar-bad" style={{ flexGrow: all - ok }} />
                  <span className="day-bar-ok" style={{ flexGrow: ok }} />
                </span>
                <span className="day-bar-name">{shortDay(day.since_ms, 'local')}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
