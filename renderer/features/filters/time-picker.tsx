import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { type TimeRange, timePresetNames, timePresets } from '../../../shared/time-range.ts';
import { useMinute } from '../../lib/now.ts';
import { timeLabel } from '../../lib/time-label.ts';
import { localZoneName } from '../../lib/zone.ts';
import { filtersText } from '../../text/filters-text.ts';
import { Button } from '../../ui/button.tsx';
import { DayRange } from './day-range.tsx';
import { useFilter } from './filter-store.ts';
import { useTimePicker } from './time-picker-store.ts';
import { TypedRange } from './typed-range.tsx';
import './time-picker.css';

const text = filtersText.time;

/** The ranges that one click sets. */
export const quickRanges: readonly { readonly name: string; readonly range: TimeRange }[] = [
  ...timePresets.map((preset) => ({
    name: timePresetNames[preset],
    range: { kind: 'preset', preset } as const,
  })),
  { name: text.allTime, range: { kind: 'all' } },
];

export function isRange(a: TimeRange, b: TimeRange): boolean {
  if (a.kind === 'preset') return b.kind === 'preset' && a.preset === b.preset;
  return a.kind === 'all' && b.kind === 'all';
}

export function TimePicker() {
  const { filter, setFilter } = useFilter();
  const { open, setOpen } = useTimePicker();
  const label = timeLabel(filter.time, useMinute());
  const set = (time: TimeRange) => {
    setFilter({ ...filter, time });
    setOpen(false);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button
          aria-label={text.button(label)}
          aria-keyshortcuts="t"
          icon={<CalendarDays aria-hidden />}
        >
          {label}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="time-picker"
          aria-label={text.title}
          align="end"
          sideOffset={5}
          collisionPadding={8}
        >
          <Panel range={filter.time} onPick={set} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface PanelProps {
  readonly range: TimeRange;
  readonly onPick: (range: TimeRange) => void;
}

function Panel({ range, onPick }: PanelProps) {
  // Read when opened: the system's zone can change while the window is open (case d04).
  const [zone] = useState(localZoneName);
  return (
    <>
      <div className="time-side">
        <ul className="time-presets" aria-label={text.quick}>
          {quickRanges.map(({ name, range: quick }) => (
            <li key={name}>
              <button
                type="button"
                className="time-preset"
                aria-pressed={isRange(quick, range)}
                onClick={() => onPick(quick)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
        <TypedRange onPick={onPick} />
      </div>
      <div className="time-days">
        <DayRange range={range} onPick={onPick} />
        <p className="time-zone">{text.zone(zone)}</p>
      </div>
    </>
  );
}
