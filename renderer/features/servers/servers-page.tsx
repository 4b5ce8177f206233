import { Download, Plus, Server, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { serversText as text } from '../../text/servers-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { AddServer } from './add-server.tsx';
import { ImportView } from './import-view.tsx';
import { RangePick } from './range-pick.tsx';
import { ServerDetail } from './server-detail.tsx';
import { ServerTable } from './server-table.tsx';
import { useServersPage } from './servers-store.ts';
import { useFreshServers, useServerStats, useServers } from './use-servers.ts';
import './servers.css';

/** The servers behind the gateway: how each stands, what it may do, and what it was used for. */
export function ServersPage() {
  useFreshServers();
  const { shown, show } = useServersPage();
  const query = useServers();
  if (shown.kind === 'import') return <ImportView />;
  if (shown.kind === 'server') {
    const view = query.data?.find(({ name }) => name === shown.name);
    // Until the list is there, nothing says that it is gone.
    if (view !== undefined) return <ServerDetail key={view.name} view={view} />;
    if (query.data === undefined && !query.isError) return null;
  }
  return <ServerList onImport={() => show({ kind: 'import' })} />;
}

function ServerList({ onImport }: { readonly onImport: () => void }) {
  const query = useServers();
  const stats = useServerStats().data;
  const [adding, setAdding] = useState(false);
  const views = query.data;
  const importing = (kind: 'plain' | 'primary') => (
    <Button kind={kind} icon={<Download aria-hidden />} onClick={onImport}>
      {text.import}
    </Button>
  );
  const add = (kind: 'plain' | 'primary') => (
    <Button kind={kind} icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      {text.add}
    </Button>
  );
  const some = views !== undefined && views.length > 0;
  return (
    <Page
      title={text.page}
      intro={text.intro}
      wide
      action={
        some ? (
          <div className="page-actions">
            {importing('plain')}
            {add('primary')}
          </div>
        ) : null
      }
    >
      {query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(query.error.message)}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : views === undefined ? null : some ? (
        <>
          <div className="servers-range">
            <RangePick />
          </div>
          <ServerTable views={views} stats={stats} />
        </>
      ) : (
        <EmptyState icon={<Server />} title={text.empty.title} text={text.empty.text}>
          {importing('primary')}
          {add('plain')}
        </EmptyState>
      )}
      <AddServer open={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}
