import { serversText as text } from '../../text/servers-text.ts';
import { Pick } from '../../ui/menu.tsx';
import { rangeNames, useServersPage } from './servers-store.ts';

const ranges = rangeNames.map((value) => ({ value, name: text.ranges[value] }));

/** The range that calls and times are counted in. */
export function RangePick() {
  const { range, setRange } = useServersPage();
  return (
    <span className="range-pick">
      <span className="quiet">{text.range}</span>
      <Pick label={text.range} value={range} options={ranges} onPick={setRange} />
    </span>
  );
}
