import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { clientDisplayName } from '../../../shared/client-names.ts';
import type { ConnectionView, SeenClient } from '../../../shared/connections.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { clientsText as text } from '../../text/clients-text.ts';

/** More names than these are shown when asked for. */
const few = 2;

/** What clients called themselves on a connection, newest first: shown, not trusted. */
export function Says({ view }: { readonly view: ConnectionView }) {
  const [all, setAll] = useState(false);
  const { clients } = view;
  if (clients.length === 0) return <span className="quiet">{text.noCall}</span>;
  const left = clients.length - few;
  return (
    <span className="says">
      {(all ? clients : clients.slice(0, few)).map((client) => (
        <Name
          key={JSON.stringify([client.client_info, client.client_name, client.client_version])}
          client={client}
          name={visibleLine(view.name)}
        />
      ))}
      {left > 0 ? (
        <button
          type="button"
          className="link-button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? text.fewerNames : text.moreNames(count(left))}
        </button>
      ) : null}
    </span>
  );
}

interface NameProps {
  readonly client: SeenClient;
  /** The connection's. */
  readonly name: string;
}

function Name({ client, name }: NameProps) {
  const said = client.client_name === null ? text.unnamed : visibleLine(client.client_name);
  const version = client.client_version === null ? '' : ` ${visibleLine(client.client_version)}`;
  const known = clientDisplayName(client.client_info, client.client_name);
  const note =
    client.agrees === 'disagree' ? text.agree.disagree(known, name) : known === said ? '' : known;
  return (
    <span className="says-name selectable" title={note === '' ? `${said}${version}` : note}>
      {client.agrees === 'disagree' ? (
        <TriangleAlert className="says-warning" aria-label={note} role="img" />
      ) : null}
      <span className="cut">
        {said}
        <span className="quiet">{version}</span>
      </span>
    </span>
  );
}
