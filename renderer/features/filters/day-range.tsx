import { addDays } from 'date-fns';
import { useState } from 'react';
import { type DateRange, DayPicker } from 'react-day-picker';
import { resolveTimeRange, type TimeRange } from '../../../shared/time-range.ts';
import { useWeekStart } from '../../data/queries.ts';
import { filtersText } from '../../text/filters-text.ts';
import { timeText } from '../../text/time-text.ts';
import { Button } from '../../ui/button.tsx';

const text = filtersText.time;

interface DayRangeProps {
  readonly range: TimeRange;
  readonly onPick: (range: TimeRange) => void;
}

/** Two days, both included: the range is [midnight of the first, midnight after the last). */
export function DayRange({ range, onPick }: DayRangeProps) {
  const weekStart = useWeekStart();
  const [days, setDays] = useState<DateRange | undefined>(() => daysOf(range, weekStart));
  const apply = () => {
    if (days?.from === undefined) return;
    // Calendar arithmetic: the day after is not always 24 hours away (case d04).
    const until = addDays(days.to ?? days.from, 1);
    onPick({ kind: 'between', since_ms: days.from.getTime(), until_ms: until.getTime() });
  };
  return (
    <>
      <DayPicker
        mode="range"
        selected={days}
        onSelect={setDays}
        weekStartsOn={weekStart}
        defaultMonth={days?.to ?? days?.from ?? new Date()}
        disabled={{ after: new Date() }}
        showOutsideDays
        fixedWeeks
        labels={{ labelDayButton: dayLabel }}
        className="days"
      />
      <div className="days-foot">
        <span className="days-hint">{text.pickHint}</span>
        <Button kind="primary" small disabled={days?.from === undefined} onClick={apply}>
          {text.apply}
        </Button>
      </div>
    </>
  );
}

function daysOf(range: TimeRange, weekStart: 0 | 1 | 2 | 3 | 4 | 5 | 6): DateRange | undefined {
  const bounds = resolveTimeRange(range, Date.now(), weekStart);
  if (bounds.since_ms === null) return undefined;
  const last = Math.min(bounds.until_ms === null ? Date.now() : bounds.until_ms - 1, Date.now());
  return { from: startOfDate(bounds.since_ms), to: startOfDate(last) };
}

/** Begins with what the button shows, as its name must. */
function dayLabel(date: Date): string {
  const { weekdays, months } = timeText;
  const weekday = weekdays[date.getDay()] ?? '';
  return text.day(date.getDate(), months[date.getMonth()] ?? '', date.getFullYear(), weekday);
}

function startOfDate(at: number): Date {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
