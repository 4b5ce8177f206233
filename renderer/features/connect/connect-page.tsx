import { TriangleAlert } from 'lucide-react';
import { useAppState, useConnectEntries } from '../../data/queries.ts';
import { connectText as text } from '../../text/connect-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FoundClients } from '../client-files/found-clients.tsx';
import { useFoundClients } from '../client-files/use-client-files.ts';
import { Page } from '../shell/page.tsx';
import { useShell } from '../shell/shell-store.ts';
import { EntryCard } from './entry-card.tsx';
import { WaitingStrip } from './waiting-strip.tsx';
import './connect.css';

/** Ready-to-copy entries for each client; `first`: nothing was written yet. */
export function ConnectPage({ first }: { readonly first: boolean }) {
  const state = useAppState().data;
  const setPage = useShell((shell) => shell.setPage);
  const query = useConnectEntries();
  const found = (useFoundClients().data ?? []).length > 0;
  const intro = found ? text.introFound : text.intro;
  const stopped = state !== undefined && state.endpoint === null;
  return (
    <Page title={first ? text.first : text.more} intro={first ? intro : text.introMore}>
      {/* Before the cards: it turns into the list, and has to be in sight whatever their number. */}
      {first ? <WaitingStrip stopped={stopped} sample={state?.sample === true} /> : null}
      {stopped ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.notServing.title}
          text={text.notServing.text(state.endpoint_error ?? '')}
        >
          <Button onClick={() => setPage('settings')}>{text.notServing.settings}</Button>
        </EmptyState>
      ) : query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed}
          text={query.error.message}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : (
        <>
          <FoundClients />
          <div className="connect-cards">
            {query.data?.map((entry) => (
              <EntryCard key={entry.key} entry={entry} />
            ))}
          </div>
          <p className="connect-note quiet">
            {text.token} {text.ownToken}{' '}
            <button type="button" className="link-button" onClick={() => setPage('clients')}>
              {text.clients}
            </button>
          </p>
        </>
      )}
    </Page>
  );
}
