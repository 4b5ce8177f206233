import { CalendarDays } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { longestDays } from '../../../shared/ipc/report.ts';
import type { TimeRange } from '../../../shared/time-range.ts';
import { count } from '../../lib/format.ts';
import { reportText as text } from '../../text/report-text.ts';
import { Button } from '../../ui/button.tsx';
import { DayRange } from '../filters/day-range.tsx';
import type { ReportRange } from './report-range.ts';

interface ChooseDaysProps {
  /** Null: a calendar week or month is shown. */
  readonly chosen: ReportRange | null;
  readonly shown: ReportRange;
  readonly onPick: (range: ReportRange) => void;
}

/** Any days at all, such as a sprint or the days of an incident. */
export function ChooseDays({ chosen, shown, onPick }: ChooseDaysProps) {
  const [open, setOpen] = useState(false);
  const [tooLong, setTooLong] = useState(false);
  const pick = (range: TimeRange) => {
    if (range.kind !== 'between' || range.since_ms === null || range.until_ms === null) return;
    const { since_ms, until_ms } = range;
    const long = until_ms - since_ms > longestDays * 86_400_000;
    setTooLong(long);
    if (long) return;
    onPick({ since_ms, until_ms });
    setOpen(false);
  };
  return (
    <Popover.Root
      open={open}
      onOpenChange={(wanted) => {
        setOpen(wanted);
        setTooLong(false);
      }}
    >
      <Popover.Trigger asChild>
        <Button small aria-pressed={chosen !== null} icon={<CalendarDays aria-hidden />}>
          {text.choose}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="time-picker"
          aria-label={text.choose}
          align="end"
          sideOffset={5}
          collisionPadding={8}
        >
          <div className="time-days">
            <DayRange range={{ kind: 'between', ...shown }} onPick={pick} />
            {tooLong ? <p role="alert">{text.tooLong(count(longestDays))}</p> : null}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
