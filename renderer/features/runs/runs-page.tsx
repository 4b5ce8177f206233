import { CircleHelp, ListTree, SearchX } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { useAppState } from '../../data/queries.ts';
import { runsText as text } from '../../text/runs-text.ts';
import { shellText } from '../../text/shell-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText } from '../../text/writes-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DetailsPanel } from '../details/details-panel.tsx';
import { clearChips, hasChips } from '../filters/filter-edits.ts';
import { useFilter } from '../filters/filter-store.ts';
import { SearchBox } from '../filters/search-box.tsx';
import { TimePicker } from '../filters/time-picker.tsx';
import { FailuresToggle } from '../filters/top-bar.tsx';
import { useFilterAt } from '../filters/use-filter-at.ts';
import { StatusLine } from '../shell/status-line.tsx';
import { UnreadableLedger } from '../writes/list-state.tsx';
import { useReadWrite } from '../writes/use-open-write.ts';
import { runItems } from './run-items.ts';
import { useRuns } from './runs-store.ts';
import { RunsTree } from './runs-tree.tsx';
import { useOpenRuns, useRunsList } from './use-runs.ts';
import '../writes/writes-page.css';
import '../filters/top-bar.css';

/** Writes that were made in one go, gathered; the search and its filters are those of the list of writes. */
export function RunsPage() {
  const at = useFilterAt();
  const { query, runs } = useRunsList(at);
  const { open, detailsRow, openDetails, closeDetails } = useRuns();
  const writes = useOpenRuns(runs, open);
  const items = useMemo(() => runItems(runs, writes), [runs, writes]);
  const readWrite = useReadWrite(openDetails);
  const ledger = useAppState().data?.ledger;
  const main = useRef<HTMLDivElement>(null);

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const mayRead = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const onEnd = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const close = () => {
    closeDetails();
    main.current?.querySelector<HTMLElement>('[role="treegrid"]')?.focus();
  };

  if (ledger?.kind === 'unreadable' && ledger.setAside === null) {
    return <UnreadableLedger why={ledger.why} onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="writes" ref={main}>
      <h1 className="visually-hidden">{shellText.pages.runs}</h1>
      <div className="writes-main">
        <div className="top-bar">
          <SearchBox />
          <TimePicker />
          <FailuresToggle />
        </div>
        <div className="writes-list runs-list">
          {runs.length > 0 ? (
            <RunsTree
              items={items}
              listKey={JSON.stringify(at)}
              standingIn={query.isPlaceholderData}
              onEnd={mayRead ? onEnd : null}
              foot={
                isFetchNextPageError
                  ? text.olderFailed(query.error?.message ?? '')
                  : hasNextPage
                    ? text.older
                    : text.end
              }
            />
          ) : (
            <div className="list-state">
              <NoRuns
                pending={query.isPending || query.isPlaceholderData}
                why={query.isError ? query.error.message : null}
                onRetry={() => void query.refetch()}
              />
            </div>
          )}
        </div>
        <StatusLine />
      </div>
      {detailsRow === null ? null : (
        <DetailsPanel
          id={detailsRow.id}
          known={detailsRow}
          onOpenRow={openDetails}
          onOpenWrite={readWrite}
          onClose={close}
        />
      )}
    </div>
  );
}

interface NoRunsProps {
  readonly pending: boolean;
  readonly why: string | null;
  readonly onRetry: () => void;
}

/** Why there is none. A failed question is "cannot tell", never "nothing". */
function NoRuns({ pending, why, onRetry }: NoRunsProps) {
  const { filter, setFilter } = useFilter();
  if (why !== null) {
    return (
      <EmptyState
        tone="failed"
        icon={<CircleHelp />}
        title={text.cannotTell.title}
        text={text.cannotTell.text(why)}
      >
        <Button onClick={onRetry}>{uiText.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (pending) return <p className="visually-hidden">{writesText.loading}</p>;
  if (!hasChips(filter) && filter.time.kind === 'all') {
    return <EmptyState icon={<ListTree />} title={text.none.title} text={text.none.text} />;
  }
  return (
    <EmptyState icon={<SearchX />} title={text.nothing.title} text={text.nothing.text}>
      {hasChips(filter) ? (
        <Button kind="primary" onClick={() => setFilter(clearChips(filter))}>
          {writesText.nothing.clear}
        </Button>
      ) : null}
      {filter.time.kind === 'all' ? null : (
        <Button onClick={() => setFilter({ ...filter, time: { kind: 'all' } })}>
          {writesText.nothing.allTime}
        </Button>
      )}
    </EmptyState>
  );
}
