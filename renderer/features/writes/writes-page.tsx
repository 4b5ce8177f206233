import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { resolveTimeRange } from '../../../shared/time-range.ts';
import { useAppState, useCounts, useWeekStart } from '../../data/queries.ts';
import { useMinute } from '../../lib/now.ts';
import { shellText } from '../../text/shell-text.ts';
import { BurstBanner } from '../bursts/burst-banner.tsx';
import { ConnectPage } from '../connect/connect-page.tsx';
import { DetailsPanel } from '../details/details-panel.tsx';
import { useFilter } from '../filters/filter-store.ts';
import { TopBar } from '../filters/top-bar.tsx';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { Histogram } from '../histogram/histogram.tsx';
import { SelectionBar } from '../selection/selection-bar.tsx';
import { StatusLine } from '../shell/status-line.tsx';
import { useOpenExport } from '../shell/use-open-export.ts';
import { since } from './grid-items.ts';
import { useGrid } from './grid-store.ts';
import { ListState, UnreadableLedger } from './list-state.tsx';
import { NewerPill } from './newer-pill.tsx';
import { useLiveTail } from './use-live-tail.ts';
import { useOpenWrite } from './use-open-write.ts';
import { useWritesList } from './use-writes-list.ts';
import { WritesGrid } from './writes-grid.tsx';
import './writes-page.css';

interface WritesPageProps {
  /** Told whether there is anything to filter. */
  readonly onFirstRun: (first: boolean) => void;
}

/** The grid's scroll position, for what stands around it. */
interface Place {
  readonly atTop: () => boolean;
  readonly toTop: () => void;
}

export function WritesPage({ onFirstRun }: WritesPageProps) {
  // Back from another page: the list is where it was left. First of all, so that no list is asked for with the old end.
  useState(() => {
    const { left, startAnew } = useGrid.getState();
    const { filter, place } = useFilter.getState();
    useGrid.setState({ left: null });
    // Another page may have asked for another filter meanwhile.
    if (left !== null) startAnew(left.filter === filter ? left.place : place);
  });
  const at = useFilterAt();
  const weekStart = useWeekStart();
  const now = useMinute();
  const { anchor, live, setLive, jump, openDetails, closeDetails, detailsId, detailsRow } =
    useGrid();
  const list = useWritesList(at, anchor);
  const counts = useCounts(at);
  const ledger = useAppState().data?.ledger;
  const openExport = useOpenExport();
  const openWrite = useOpenWrite();
  const place = useRef<Place>({ atTop: () => true, toTop: () => {} });
  const [scrolled, setScrolled] = useState(false);

  // Another filter is another list, from its newest end. Heard from the store itself, so that the two
  // change in one step and no list is asked for with the old end.
  useEffect(
    () =>
      useFilter.subscribe((state, before) => {
        if (state.filter !== before.filter) useGrid.getState().startAnew(state.place);
      }),
    [],
  );

  const restart = useCallback(() => jump('newest', 0), [jump]);
  const tail = useLiveTail({ at, list, live, atTop: () => place.current.atTop(), restart });
  const oldest = at.minute > 0 ? resolveTimeRange(at.filter.time, now, weekStart).since_ms : null;
  const rows = useMemo(() => since(list.rows, oldest), [list.rows, oldest]);

  const total = counts.data?.total;
  const firstRun = list.state === 'ready' && rows.length === 0 && total === 0;
  useEffect(() => onFirstRun(firstRun), [firstRun, onFirstRun]);

  const onAtTop = useCallback((atTop: () => boolean, toTop: () => void) => {
    place.current = { atTop, toTop };
  }, []);
  const takeNewer = () => {
    if (tail.take()) place.current.toTop();
    else restart();
  };

  if (ledger?.kind === 'unreadable' && ledger.setAside === null) {
    return <UnreadableLedger why={ledger.why} onRetry={list.retry} />;
  }
  if (firstRun) return <ConnectPage first />;
  const empty = rows.length === 0;
  return (
    <div className="writes">
      <h1 className="visually-hidden">{shellText.pages.writes}</h1>
      <div className="writes-main">
        <TopBar live={live} onLive={setLive} onExport={openExport} />
        <BurstBanner />
        <Histogram />
        <div className="writes-list">
          <WritesGrid
            at={at}
            list={list}
            rows={rows}
            matching={counts.data?.matching ?? null}
            onAtTop={onAtTop}
            onReachTop={tail.look}
            onScrolled={setScrolled}
          />
          {empty ? (
            <ListState
              list={list}
              live={live}
              waiting={tail.waiting}
              total={total ?? null}
              onResume={() => setLive(true)}
            />
          ) : (
            <NewerPill
              why={tail.why}
              onRetry={tail.look}
              waiting={tail.waiting}
              away={list.newer !== 'none' || list.offset > 0}
              scrolled={scrolled}
              live={live}
              onTake={takeNewer}
            />
          )}
        </div>
        <SelectionBar />
        <StatusLine />
      </div>
      {detailsId === null ? null : (
        <DetailsPanel
          id={detailsId}
          known={detailsRow}
          onOpenRow={openDetails}
          onOpenWrite={openWrite}
          onClose={closeDetails}
        />
      )}
    </div>
  );
}
