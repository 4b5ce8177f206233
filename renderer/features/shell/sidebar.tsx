import {
  Bell,
  BookOpenText,
  HeartPulse,
  ListTree,
  NotebookText,
  PenLine,
  PlugZap,
  Server,
  Settings,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useAppState } from '../../data/queries.ts';
import { count } from '../../lib/format.ts';
import { shellText as text } from '../../text/shell-text.ts';
import { Late } from '../../ui/late.tsx';
import { useWaiting } from '../approvals/use-waiting.ts';
import { Facets } from '../filters/facets.tsx';
import { ViewsList } from '../views/views-list.tsx';
import { Brand } from './brand.tsx';
import { RecordingMark } from './recording-mark.tsx';
import { pages, useShell } from './shell-store.ts';
import './sidebar.css';

const icons: Readonly<Record<(typeof pages)[number], ReactNode>> = {
  writes: <PenLine aria-hidden />,
  runs: <ListTree aria-hidden />,
  memory: <BookOpenText aria-hidden />,
  report: <NotebookText aria-hidden />,
  alerts: <Bell aria-hidden />,
  clients: <PlugZap aria-hidden />,
  servers: <Server aria-hidden />,
  health: <HeartPulse aria-hidden />,
  settings: <Settings aria-hidden />,
};

/** `facets`: there are writes to filter. */
export function Sidebar({ facets }: { readonly facets: boolean }) {
  const page = useShell((state) => state.page);
  return (
    <aside className="sidebar">
      <div className="sidebar-head">
        <Brand />
        <RecordingMark />
      </div>
      <nav aria-label={text.views} className="views">
        {pages.map((name) => (
          <View key={name} name={name} current={name === (page === 'connect' ? 'clients' : page)} />
        ))}
      </nav>
      <div className="sidebar-scroll">
        <Late>
          {facets ? <ViewsList /> : null}
          {facets && (page === 'writes' || page === 'runs') ? <Facets /> : null}
        </Late>
      </div>
    </aside>
  );
}

interface ViewProps {
  readonly name: (typeof pages)[number];
  readonly current: boolean;
}

function View({ name, current }: ViewProps) {
  const setPage = useShell((state) => state.setPage);
  const unseen = useAppState().data?.unseen_bursts ?? 0;
  const waiting = useWaiting().length;
  const badge =
    name === 'alerts'
      ? { n: unseen, words: text.unread }
      : name === 'servers'
        ? { n: waiting, words: text.waiting }
        : null;
  return (
    <button
      type="button"
      className="view"
      aria-current={current ? 'page' : undefined}
      onClick={() => setPage(name)}
    >
      {icons[name]}
      <span className="view-name">{text.pages[name]}</span>
      {badge !== null && badge.n > 0 ? (
        <>
          <span className="view-badge" aria-hidden>
            {count(badge.n)}
          </span>
          <span className="visually-hidden"> {badge.words(count(badge.n))}</span>
        </>
      ) : null}
    </button>
  );
}
