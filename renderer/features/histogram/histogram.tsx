import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Histogram as HistogramData } from '../../../shared/answers.ts';
import { useHistogram, useZone } from '../../data/queries.ts';
import { count, shortClock, shortDate } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { startOfDay, type Zone } from '../../lib/zone.ts';
import { histogramText as text } from '../../text/histogram-text.ts';
import { timeText } from '../../text/time-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { useFilter } from '../filters/filter-store.ts';
import { QuickRanges } from '../filters/quick-ranges.tsx';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { axisTicks } from './axis.ts';
import { barsFor, failuresOf, rangeOfBars, stackOf, totalOf } from './bar-model.ts';
import { BurstMarks } from './burst-marks.tsx';
import { RangeCaption } from './range-caption.tsx';
import './histogram.css';

const height = 48;
/** The least a part of a bar is drawn, in pixels. */
const sliver = 2;

/** Writes over the range, stacked by outcome. A drag or Shift with arrows keeps a part of it. */
export function Histogram() {
  const at = useFilterAt();
  const zone = useZone();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const bars = barsFor(at.filter.time, width);
  const query = useHistogram(at, bars);
  const drawn = query.data !== undefined && query.data.bars.length > 0 ? query.data : null;
  return (
    <div className="histogram" ref={box}>
      <div className="chart-head">
        {drawn === null ? <span /> : <RangeCaption data={drawn} zone={zone} />}
        <QuickRanges />
      </div>
      {query.isError ? <p className="histogram-note">{text.failed}</p> : null}
      {drawn === null ? (
        <div className="histogram-empty" />
      ) : (
        <Chart data={drawn} width={width} zone={zone} />
      )}
    </div>
  );
}

interface ChartProps {
  readonly data: HistogramData;
  readonly width: number;
  readonly zone: Zone;
}

function Chart({ data, width, zone }: ChartProps) {
  const { filter, setFilter } = useFilter();
  const now = useMinute();
  const [marked, setMarked] = useState<{ from: number; to: number } | null>(null);
  const [pressed, setPressed] = useState(false);
  const [focused, setFocused] = useState(false);
  const plot = useRef<HTMLDivElement>(null);
  const highest = Math.max(1, ...data.bars.map(totalOf));
  const total = data.bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  const failures = data.bars.reduce((sum, bar) => sum + failuresOf(bar), 0);
  const last = data.bars.length - 1;

  const barAt = (event: PointerEvent): number => {
    const rect = plot.current?.getBoundingClientRect();
    if (rect === undefined) return 0;
    const share = (event.clientX - rect.left) / rect.width;
    return Math.min(last, Math.max(0, Math.floor(share * data.bars.length)));
  };
  const keep = (from: number, to: number) => {
    const range = rangeOfBars(data, from, to);
    setMarked(null);
    setPressed(false);
    if (range !== null) setFilter({ ...filter, time: range });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = marked?.to ?? -1;
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -last, End: last }[event.key];
    if (step !== undefined) {
      const next = Math.min(last, Math.max(0, to + step));
      setMarked({ from: event.shiftKey ? (marked?.from ?? next) : next, to: next });
    } else if (event.key === 'Enter' && marked !== null) keep(marked.from, marked.to);
    else if (event.key === 'Escape' && marked !== null) setMarked(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const [first, end] =
    marked === null
      ? [-1, -1]
      : [Math.min(marked.from, marked.to), Math.max(marked.from, marked.to)];
  const shownBar = marked === null ? undefined : data.bars[marked.to];
  return (
    <>
      <div
        ref={plot}
        className="plot"
        role="listbox"
        aria-orientation="horizontal"
        aria-multiselectable
        aria-label={text.chart(
          count(data.bars.length),
          writesText.writes(total, count(total)),
          count(failures),
        )}
        tabIndex={0}
        {...(focused && marked !== null ? { 'aria-activedescendant': `bar-${marked.to}` } : {})}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          setMarked(null);
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const bar = barAt(event);
          setPressed(true);
          setMarked({ from: bar, to: bar });
        }}
        onPointerMove={(event) => {
          const bar = barAt(event);
          setMarked((before) => ({ from: pressed ? (before?.from ?? bar) : bar, to: bar }));
        }}
        onPointerUp={(event) => {
          if (pressed && marked !== null) keep(marked.from, barAt(event));
        }}
        onPointerLeave={() => (pressed ? undefined : setMarked(null))}
        onPointerCancel={() => {
          setPressed(false);
          setMarked(null);
        }}
      >
        {data.bars.map((bar, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the plot is one tab stop
          <div
            key={bar.since_ms}
            id={`bar-${index}`}
            role="option"
            aria-selected={index >= first && index <= end}
            aria-label={barText(bar, zone, now)}
            className={index >= first && index <= end ? 'bar bar-marked' : 'bar'}
          >
            {stackOf(bar, highest, sliver / height).map((part) => (
              <span
                key={part.outcome}
                className={`stack stack-${part.outcome}`}
                style={{ height: `${Math.min(1, part.share) * 100}%` }}
              />
            ))}
          </div>
        ))}
      </div>
      {shownBar === undefined ? null : (
        <div
          className="bar-hint"
          style={{ left: hintPlace(marked?.to ?? 0, data.bars.length) }}
          aria-hidden
        >
          {first === end ? barText(shownBar, zone, now) : spanText(data, first, end, zone, now)}
        </div>
      )}
      <BurstMarks data={data} width={width} />
      {total === 0 ? (
        <p className="histogram-none">{text.none}</p>
      ) : (
        <Axis data={data} width={width} zone={zone} />
      )}
    </>
  );
}

function Axis({ data, width, zone }: ChartProps) {
  const span = data.until_ms - data.since_ms;
  const ticks = axisTicks(data.since_ms, data.until_ms, zone, Math.max(2, Math.floor(width / 84)));
  return (
    <div className="axis" aria-hidden>
      {ticks.map((tick) => {
        const share = (tick.at - data.since_ms) / span;
        // The last label would be cut by the edge.
        return share * width > width - 44 ? null : (
          <span key={tick.at} style={{ left: `${share * 100}%` }}>
            {tick.label}
          </span>
        );
      })}
    </div>
  );
}

function spanOf(since: number, until: number, zone: Zone, now: number): string {
  const day = timeText.at(shortDate(since, zone, now), shortClock(since, zone));
  const sameDay = startOfDay(since, zone) === startOfDay(until - 1, zone);
  const end = sameDay
    ? shortClock(until, zone)
    : timeText.at(shortDate(until, zone, now), shortClock(until, zone));
  return timeText.span(day, end);
}

function barText(bar: HistogramData['bars'][number], zone: Zone, now: number): string {
  const [all, bad] = [totalOf(bar), failuresOf(bar)];
  const span = spanOf(bar.since_ms, bar.until_ms, zone, now);
  return text.bar(
    span,
    writesText.writes(all, count(all)),
    bad === 0 ? null : text.failures(count(bad)),
  );
}

function spanText(
  data: HistogramData,
  first: number,
  end: number,
  zone: Zone,
  now: number,
): string {
  const bars = data.bars.slice(first, end + 1);
  const all = bars.reduce((sum, bar) => sum + totalOf(bar), 0);
  const span = spanOf(bars[0]?.since_ms ?? 0, bars.at(-1)?.until_ms ?? 0, zone, now);
  return text.bar(span, writesText.writes(all, count(all)), null);
}

/** Beside its bar, but inside the chart. */
function hintPlace(index: number, bars: number): string {
  const share = ((index + 0.5) * 100) / bars;
  return `clamp(118px, ${share}%, calc(100% - 118px))`;
}
