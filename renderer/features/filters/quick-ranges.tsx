import { filtersText } from '../../text/filters-text.ts';
import { useFilter } from './filter-store.ts';
import { isRange, quickRanges } from './time-picker.tsx';
import './quick-ranges.css';

/** The common ranges one click away: "what did Claude write this week?" takes two clicks. */
export function QuickRanges() {
  const { filter, setFilter } = useFilter();
  return (
    <fieldset className="quick-ranges" aria-label={filtersText.time.quick}>
      {quickRanges.map(({ name, range }) => (
        <button
          key={name}
          type="button"
          className="quick-range"
          aria-pressed={isRange(range, filter.time)}
          onClick={() => setFilter({ ...filter, time: range })}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
