import type { Histogram } from '../../../shared/answers.ts';
import { burstClient, burstSize } from '../../lib/burst-words.ts';
import { count } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { burstsText } from '../../text/bursts-text.ts';
import { histogramText as text } from '../../text/histogram-text.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { burstMarks } from './bar-model.ts';

/** The least size of a target, in pixels (WCAG 2.2, 2.5.8). */
const leastTarget = 24;

interface BurstMarksProps {
  readonly data: Histogram;
  readonly width: number;
}

/** Where clients wrote unusually fast; a click shows exactly these rows, or the list where several meet. */
export function BurstMarks({ data, width }: BurstMarksProps) {
  const { setFilter, filter } = useFilter();
  const setPage = useShell((state) => state.setPage);
  const now = useMinute();
  if (width <= 0) return null;
  return (
    <div className="burst-marks">
      {burstMarks(data, now, leastTarget / width).map(({ bursts, left, width: share }) => {
        const [only] = bursts;
        if (only === undefined) return null;
        const several = bursts.length > 1;
        const name = several
          ? text.bursts(count(bursts.length))
          : text.burst(burstsText.headline(burstClient(only), burstSize(only, now)));
        return (
          <button
            key={only.id}
            type="button"
            className="burst-mark"
            style={{ left: `${left * 100}%`, width: `${share * 100}%` }}
            aria-label={name}
            title={name}
            onClick={() => (several ? setPage('alerts') : setFilter({ ...filter, burst: only.id }))}
          />
        );
      })}
    </div>
  );
}
