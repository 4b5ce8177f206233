import { CircleCheck, FileCog, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { FoundClient } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { clientFilesText } from '../../text/client-files-text.ts';
import { Button } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { useServersPage } from '../servers/servers-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { ConnectFile } from './connect-file.tsx';
import { RestoreFile } from './restore-file.tsx';
import { useFoundClients } from './use-client-files.ts';
import './client-files.css';

const text = clientFilesText.found;

/** Only clients that are on this machine, each with its file; nothing where there is none. */
export function FoundClients() {
  const found = useFoundClients().data ?? [];
  const [asked, setAsked] = useState<FoundClient | null>(null);
  if (found.length === 0) return null;
  return (
    <section className="found-clients" aria-label={text.title}>
      <h2 className="found-title">{text.title}</h2>
      <ul className="found-list">
        {found.map((client) => (
          <FoundLine key={client.file} client={client} onConnect={() => setAsked(client)} />
        ))}
      </ul>
      <h2 className="found-title">{text.byHand}</h2>
      <ConnectFile client={asked} onClose={() => setAsked(null)} />
    </section>
  );
}

interface FoundLineProps {
  readonly client: FoundClient;
  readonly onConnect: () => void;
}

function FoundLine({ client, onConnect }: FoundLineProps) {
  const { client_name, connected, importable, changed_ms } = client;
  const openImport = () => {
    useServersPage.getState().show({ kind: 'import' });
    useShell.getState().setPage('servers');
  };
  return (
    <li className="found-client">
      <ClientBadge clientInfo={`mcp:${client.client}`} name={client_name} large />
      <span className="found-words">
        <span className="found-name">{client_name}</span>
        <span className="found-file mono cut selectable" title={visibleLine(client.file)}>
          {visibleLine(client.file)}
        </span>
      </span>
      {connected === 'yes' ? (
        <span className="found-connected">
          <CircleCheck aria-hidden />
          {text.connected}
        </span>
      ) : null}
      {connected === 'unknown' ? (
        <span className="found-unknown">
          <TriangleAlert aria-hidden />
          {text.unknown}
        </span>
      ) : null}
      {changed_ms === null ? null : <RestoreFile file={client.file} />}
      {importable === 0 ? null : (
        <>
          <span className="quiet">{text.servers(count(importable))}</span>
          <Button small aria-label={text.importNamed(client_name)} onClick={openImport}>
            {text.import}
          </Button>
        </>
      )}
      {connected === 'no' ? (
        <Button
          small
          kind="primary"
          icon={<FileCog aria-hidden />}
          aria-label={text.connectNamed(client_name)}
          onClick={onConnect}
        >
          {text.connect}
        </Button>
      ) : null}
    </li>
  );
}
