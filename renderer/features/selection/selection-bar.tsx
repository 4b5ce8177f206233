import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, Copy, Flag, Upload, X } from 'lucide-react';
import { useMemo } from 'react';
import type { FacetValue } from '../../../shared/answers.ts';
import type { SelectionSummary } from '../../../shared/selection.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { useZone } from '../../data/queries.ts';
import { focusGrid } from '../../lib/focus.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { selectionText as text } from '../../text/selection-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { markWrites } from '../marks/mark-writes.ts';
import { useOpenExport } from '../shell/use-open-export.ts';
import { useGrid } from '../writes/grid-store.ts';
import { noSelection } from '../writes/selection.ts';
import { copyWrites } from './copy-writes.ts';
import './selection-bar.css';

/** What several selected writes have in them, and what can be done with all of them. */
export function SelectionBar() {
  const ids = useGrid((state) => state.selection.ids);
  const list = useMemo(() => [...ids], [ids]);
  const openExport = useOpenExport();
  const query = useQuery({
    queryKey: [...keys.summary, list],
    queryFn: () => inkwatch.writes.summary(list),
    enabled: list.length > 1,
    gcTime: 10_000,
  });
  if (list.length < 2) return null;
  const summary = query.data;
  return (
    <section className="selection" aria-label={text.region}>
      <div className="selection-said">
        <b role="status">{text.selected(count(list.length))}</b>
        {query.isError ? <span className="quiet">{text.unread}</span> : null}
        {summary === undefined ? null : <Said summary={summary} />}
      </div>
      <div className="selection-acts">
        <Button small icon={<Flag aria-hidden />} onClick={() => markWrites(list, 'flagged', true)}>
          {text.flag}
        </Button>
        <Button
          small
          icon={<CircleCheckBig aria-hidden />}
          onClick={() => markWrites(list, 'reviewed', true)}
        >
          {text.reviewedMark}
        </Button>
        <Menu
          side="top"
          align="end"
          trigger={
            <Button small icon={<Copy aria-hidden />}>
              {text.copy}
            </Button>
          }
        >
          <MenuItem onSelect={() => void copyWrites(list, 'json')}>{text.copyJson}</MenuItem>
          <MenuItem onSelect={() => void copyWrites(list, 'csv')}>{text.copyCsv}</MenuItem>
          <MenuItem onSelect={() => void copyWrites(list, 'lines')}>{text.copyLines}</MenuItem>
        </Menu>
        <Button small icon={<Upload aria-hidden />} onClick={openExport}>
          {text.export}
        </Button>
        <IconButton
          label={text.clear}
          icon={<X aria-hidden />}
          onClick={() => {
            useGrid.getState().setSelection(noSelection);
            focusGrid();
          }}
        />
      </div>
    </section>
  );
}

function Said({ summary }: { readonly summary: SelectionSummary }) {
  const zone = useZone();
  const now = useMinute();
  const { first_ms: first, last_ms: last } = summary;
  const parts = [
    first === null || last === null
      ? null
      : text.span(whenInWords(first, zone, now), whenInWords(last, zone, now)),
    namesOf(summary.clients, text.clients),
    namesOf(summary.tools, text.tools),
    summary.outcomes.map(({ label, count: n }) => text.part(label, count(n))).join(', '),
    summary.flagged === 0 ? null : text.flagged(count(summary.flagged)),
    summary.reviewed === 0 ? null : text.reviewed(count(summary.reviewed)),
  ].filter((part) => part !== null);
  const detail = [summary.clients, summary.tools]
    .map((values) => values.map((value) => partOf(value)).join(', '))
    .join('\n');
  return (
    <span className="quiet cut" title={detail}>
      {parts.join(' · ')}
    </span>
  );
}

const partOf = (value: FacetValue): string =>
  text.part(visibleLine(value.label), count(value.count));

/** Two are named, more are counted. */
function namesOf(
  values: readonly FacetValue[],
  counted: (n: number, shown: string) => string,
): string {
  return values.length <= 2
    ? values
        .map((value) => (values.length === 1 ? visibleLine(value.label) : partOf(value)))
        .join(', ')
    : counted(values.length, count(values.length));
}
