import { CircleHelp, FileWarning, Pause, SearchX } from 'lucide-react';
import { emptyFilter } from '../../../shared/filter.ts';
import { useAppState } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { timeLabel } from '../../lib/time-label.ts';
import { uiText } from '../../text/ui-text.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { clearChips, hasChips } from '../filters/filter-edits.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import type { Waiting } from './live-tail.ts';
import type { WritesList } from './use-writes-list.ts';

interface ListStateProps {
  readonly list: WritesList;
  readonly live: boolean;
  readonly waiting: Waiting;
  /** Writes in the whole ledger; null: not known. */
  readonly total: number | null;
  readonly onResume: () => void;
}

/** Why the list is empty. A failed question is "cannot tell", never "nothing". */
export function ListState(props: ListStateProps) {
  const { list } = props;
  return <div className="list-state">{list.standingIn ? <Loading /> : <Reason {...props} />}</div>;
}

function Reason({ list, live, waiting, onResume }: ListStateProps) {
  const { filter, setFilter } = useFilter();
  const now = useMinute();
  if (list.state === 'failed') {
    return (
      <EmptyState
        tone="failed"
        icon={<CircleHelp />}
        title={text.cannotTell.title}
        text={text.cannotTell.text(list.why ?? '')}
      >
        <Button onClick={list.retry}>{uiText.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (list.state === 'loading') return <Loading />;
  if (!live && (waiting.count > 0 || !hasChips(filter))) {
    return (
      <EmptyState
        icon={<Pause />}
        title={text.paused.title}
        text={waiting.count > 0 ? text.paused.text(count(waiting.count)) : text.paused.textNone}
      >
        <Button kind="primary" onClick={onResume}>
          {text.paused.resume}
        </Button>
      </EmptyState>
    );
  }
  if (hasChips(filter)) {
    return (
      <EmptyState icon={<SearchX />} title={text.nothing.title} text={text.nothing.text}>
        <Button kind="primary" onClick={() => setFilter(clearChips(filter))}>
          {text.nothing.clear}
        </Button>
        {filter.time.kind === 'all' ? null : (
          <Button onClick={() => setFilter({ ...filter, time: { kind: 'all' } })}>
            {text.nothing.allTime}
          </Button>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchX />}
      title={text.noneInTime.title(timeLabel(filter.time, now))}
      text={text.noneInTime.text}
    >
      <Button kind="primary" onClick={() => setFilter(emptyFilter)}>
        {text.nothing.allTime}
      </Button>
    </EmptyState>
  );
}

function Loading() {
  return (
    <div className="list-skeleton" role="status" aria-label={text.loading}>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
        <span key={index} className="skeleton-row" aria-hidden>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </span>
      ))}
    </div>
  );
}

interface UnreadableProps {
  readonly why: string;
  readonly onRetry: () => void;
}

/** The ledger's file is damaged and nothing replaced it: what happened, where, and what to do. */
export function UnreadableLedger({ why, onRetry }: UnreadableProps) {
  const state = useAppState();
  const home = state.data?.home ?? '';
  return (
    <EmptyState
      level={1}
      tone="failed"
      icon={<FileWarning />}
      title={text.unreadable.title}
      text={text.unreadable.text(why, home)}
    >
      <Button
        onClick={() => {
          void state.refetch();
          onRetry();
        }}
      >
        {uiText.tryAgain}
      </Button>
      <Button onClick={() => useShell.getState().setPage('health')}>
        {text.unreadable.health}
      </Button>
      {home === '' ? null : <CopyButton text={home} name={text.unreadable.copyFolder} />}
    </EmptyState>
  );
}
