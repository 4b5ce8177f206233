import { Plus, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { clientsText as text } from '../../text/clients-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../shell/page.tsx';
import { useShell } from '../shell/shell-store.ts';
import { AddConnection } from './add-connection.tsx';
import { ChangeDialog, type ConnectionQuestion } from './change-dialog.tsx';
import { ConnectionTable } from './connection-table.tsx';
import { useConnections, useFreshConnections } from './use-connections.ts';
import './clients.css';

/** Every way in: whose token, what the client says it is, what it did, and what it may do. */
export function ClientsPage() {
  const query = useConnections();
  useFreshConnections();
  const setPage = useShell((state) => state.setPage);
  const [adding, setAdding] = useState(false);
  const [question, setQuestion] = useState<ConnectionQuestion | null>(null);
  const live = query.data?.filter((view) => view.revoked_ms === null) ?? [];
  const revoked = query.data?.filter((view) => view.revoked_ms !== null) ?? [];
  return (
    <Page
      title={text.page}
      intro={text.intro}
      wide
      action={
        <div className="page-actions">
          <Button onClick={() => setPage('connect')}>{text.entries}</Button>
          <Button kind="primary" icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </div>
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
      ) : query.data === undefined ? null : (
        <>
          <ConnectionTable label={text.table} views={live} onAsk={setQuestion} />
          {revoked.length === 0 ? null : (
            <section className="clients-revoked">
              <h2 className="clients-revoked-title">{text.revokedTitle(String(revoked.length))}</h2>
              <ConnectionTable
                label={text.revokedTitle(String(revoked.length))}
                views={revoked.toReversed()}
                onAsk={setQuestion}
              />
            </section>
          )}
        </>
      )}
      <AddConnection open={adding} onClose={() => setAdding(false)} />
      <ChangeDialog question={question} onClose={() => setQuestion(null)} />
    </Page>
  );
}
