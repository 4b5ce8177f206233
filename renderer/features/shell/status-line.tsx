import { useAppState, useCounts, useSettings } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { shellText } from '../../text/shell-text.ts';
import { Hint } from '../../ui/hint.tsx';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { useSet } from '../settings/use-set.ts';
import { useShell } from './shell-store.ts';
import './status-line.css';

const text = shellText.status;

/** How much is shown of how much, where clients connect, and whose clock the times are on. */
export function StatusLine() {
  const counts = useCounts(useFilterAt());
  const endpoint = useAppState().data?.endpoint ?? null;
  const zone = useSettings().window.timeZone;
  const set = useSet();
  const { data } = counts;
  return (
    <footer className="status-line">
      <span role="status" className="cut">
        {counts.isError
          ? text.cannotTell
          : data === undefined
            ? text.counting
            : data.matching === data.total
              ? text.all(count(data.total))
              : text.of(count(data.matching), count(data.total))}
      </span>
      <span className="status-rest">
        {data !== undefined && data.failures > 0 ? (
          <span>{text.failed(count(data.failures))}</span>
        ) : null}
        {endpoint === null ? (
          <button
            type="button"
            className="status-zone status-bad"
            onClick={() => useShell.getState().setPage('health')}
          >
            {shellText.notServing}
          </button>
        ) : (
          <Hint text={`${text.endpointHint}: ${endpoint}`}>
            <span className="selectable">{hostOf(endpoint)}</span>
          </Hint>
        )}
        <Hint text={text.zoneHint}>
          <button
            type="button"
            className="status-zone"
            onClick={() => set({ window: { timeZone: zone === 'utc' ? 'local' : 'utc' } })}
          >
            {zone === 'utc' ? text.utc : text.local}
          </button>
        </Hint>
      </span>
    </footer>
  );
}

function hostOf(endpoint: string): string {
  return /^https?:\/\/([^/]+)/.exec(endpoint)?.[1] ?? endpoint;
}
