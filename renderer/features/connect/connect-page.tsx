import { TriangleAlert } from 'lucide-react';
import type { ConnectEntry } from '../../../shared/answers.ts';
import { useAppState, useConnectEntries } from '../../data/queries.ts';
import { connectText as text } from '../../text/connect-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { useShell } from '../shell/shell-store.ts';
import { WaitingStrip } from './waiting-strip.tsx';
import './connect.css';

/** Ready-to-copy entries for each client; `first`: nothing was written yet. */
export function ConnectPage({ first }: { readonly first: boolean }) {
  const state = useAppState().data;
  const setPage = useShell((shell) => shell.setPage);
  const query = useConnectEntries();
  const stopped = state !== undefined && state.endpoint === null;
  return (
    <Page title={first ? text.first : text.more} intro={first ? text.intro : text.introMore}>
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
          <div className="connect-cards">
            {query.data?.map((entry) => (
              <Card key={entry.key} entry={entry} />
            ))}
          </div>
          <p className="connect-note quiet">{text.token}</p>
        </>
      )}
      {first ? <WaitingStrip stopped={stopped} sample={state?.sample === true} /> : null}
    </Page>
  );
}

const badges: Readonly<Record<ConnectEntry['key'], string | null>> = {
  'claude-code': 'mcp:claude-code',
  'claude-desktop': 'mcp:claude-desktop',
  cursor: 'mcp:cursor',
  'vs-code': 'mcp:vscode',
  other: null,
};

function Card({ entry }: { readonly entry: ConnectEntry }) {
  const badge = badges[entry.key];
  return (
    <section className="connect-card" aria-label={entry.name}>
      <h2 className="connect-name">
        {badge === null ? null : <ClientBadge clientInfo={badge} name={entry.name} large />}
        {entry.name}
      </h2>
      <p className="connect-how quiet">{entry.how}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is long */}
      <pre className="connect-code mono selectable" tabIndex={0}>
        {entry.shown}
      </pre>
      <div>
        <CopyButton kind="primary" text={entry.text} name={text.copyShort} />
      </div>
    </section>
  );
}
