import { TriangleAlert, Upload } from 'lucide-react';
import { failureOutcomes } from '../../../shared/filter.ts';
import { useFacetsQuery } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { exportText } from '../../text/export-text.ts';
import { filtersText as text } from '../../text/filters-text.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { ColumnChooser } from '../columns/column-chooser.tsx';
import { isFailuresOnly, setFailuresOnly } from './filter-edits.ts';
import { useFilter } from './filter-store.ts';
import { SearchBox } from './search-box.tsx';
import { TimePicker } from './time-picker.tsx';
import { useFilterAt } from './use-filter-at.ts';
import './top-bar.css';

interface TopBarProps {
  readonly live: boolean;
  readonly onLive: (live: boolean) => void;
  readonly onExport: () => void;
}

export function TopBar({ live, onLive, onExport }: TopBarProps) {
  return (
    <div className="top-bar">
      <SearchBox />
      <TimePicker />
      <FailuresToggle />
      <Hint text={live ? text.liveOn : text.liveOff} side="bottom">
        <Button
          className={live ? 'live live-on' : 'live'}
          aria-pressed={live}
          onClick={() => onLive(!live)}
          icon={<span className="live-dot" aria-hidden />}
        >
          {text.live}
        </Button>
      </Hint>
      <Button onClick={onExport} icon={<Upload aria-hidden />} aria-keyshortcuts="e">
        {exportText.button}
      </Button>
      <ColumnChooser />
    </div>
  );
}

/** Everything that is not known to be a success, with how many there are in the other filters. */
export function FailuresToggle() {
  const { filter, setFilter } = useFilter();
  const facets = useFacetsQuery(useFilterAt()).data;
  const on = isFailuresOnly(filter);
  const failures = facets?.outcome
    .filter((value) => failureOutcomes.some((outcome) => outcome === value.value))
    .reduce((sum, value) => sum + value.count, 0);
  return (
    <Button
      className={on ? 'failures failures-on' : 'failures'}
      title={text.failuresHint}
      aria-pressed={on}
      onClick={() => setFilter(setFailuresOnly(filter, !on))}
      icon={<TriangleAlert aria-hidden />}
    >
      <span className="failures-text">{text.failuresOnly}</span>{' '}
      {failures === undefined ? null : (
        <span className={failures > 0 ? 'failures-count failures-some' : 'failures-count'}>
          {count(failures)}
        </span>
      )}
    </Button>
  );
}
