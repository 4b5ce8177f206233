import { Ellipsis, ListFilter, Pause, Play } from 'lucide-react';
import { clientInfoOf } from '../../../shared/client-names.ts';
import { type ConnectionView, HOME_CONNECTION } from '../../../shared/connections.ts';
import { emptyFilter } from '../../../shared/filter.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, relativeTime, shortDate, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { clientsText as text } from '../../text/clients-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { Activity } from './activity.tsx';
import type { ConnectionQuestion } from './change-dialog.tsx';
import { Says } from './says.tsx';
import { Standing } from './standing.tsx';
import { useChangeConnection } from './use-connections.ts';

interface TableProps {
  readonly label: string;
  readonly views: readonly ConnectionView[];
  readonly onAsk: (question: ConnectionQuestion) => void;
}

const columnClasses = [
  'clients-name',
  'clients-says',
  'clients-standing',
  'clients-activity',
  'clients-writes',
  'clients-buttons',
];

export function ConnectionTable({ label, views, onAsk }: TableProps) {
  const { client, says, standing, activity, writes, actions } = text.columns;
  return (
    <table className="clients" aria-label={label}>
      <colgroup>
        {columnClasses.map((name) => (
          <col key={name} className={name} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{client}</th>
          <th scope="col">{says}</th>
          <th scope="col">{standing}</th>
          <th scope="col">{activity}</th>
          <th scope="col">{writes}</th>
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <ConnectionLine key={view.client_id} view={view} onAsk={onAsk} />
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  readonly view: ConnectionView;
  readonly onAsk: (question: ConnectionQuestion) => void;
}

function ConnectionLine({ view, onAsk }: LineProps) {
  const name = visibleLine(view.name);
  const [newest] = view.clients;
  const { counts } = view;
  const revoked = view.revoked_ms !== null;
  return (
    <tr className={revoked ? 'client client-revoked' : 'client'}>
      <th scope="row" className="client-name-cell">
        <span className="client-name">
          <ClientBadge clientInfo={newest?.client_info ?? clientInfoOf(view.name)} name={name} />
          <span className="client-words">
            <span className="cut client-title" title={name}>
              {name}
            </span>
            <Seen view={view} />
          </span>
        </span>
      </th>
      <td>
        <Says view={view} />
      </td>
      <td>
        <Standing view={view} onRepin={() => onAsk({ kind: 'pin', view })} />
      </td>
      <td>
        <Activity spans={view.activity} />
      </td>
      <td className="client-number">
        <span>{count(counts.writes)}</span>
        {counts.failures > 0 ? (
          <span className="client-under">{text.failures(count(counts.failures))}</span>
        ) : null}
        {counts.last_hour > 0 && !revoked ? (
          <span className="client-under">{text.lastHour(count(counts.last_hour))}</span>
        ) : null}
      </td>
      <td className="client-actions">
        <Actions view={view} onAsk={onAsk} />
      </td>
    </tr>
  );
}

/** When its token was last shown; since when it exists, on hover. */
function Seen({ view }: { readonly view: ConnectionView }) {
  const zone = useZone();
  const now = useMinute();
  const { created_ms } = view;
  // Writes from before tokens were looked at say when it was used, too.
  const times = [view.last_seen_ms, ...view.clients.map(({ last_ms }) => last_ms)];
  const known = times.filter((time) => time !== null);
  const last_seen_ms = known.length === 0 ? null : Math.max(...known);
  const since =
    view.client_id === HOME_CONNECTION ? text.home : text.added(shortDate(created_ms, zone, now));
  const exact = last_seen_ms === null ? '' : ` · ${whenInWords(last_seen_ms, zone, now)}`;
  return (
    <span className="client-under" title={`${since}${exact}`}>
      {/* The minute may lie behind the newest call. */}
      {last_seen_ms === null
        ? text.never
        : text.seen(relativeTime(last_seen_ms, Math.max(now, last_seen_ms)))}
    </span>
  );
}

/** The writes that came with this token, under whatever name. */
function showWrites(view: ConnectionView): void {
  const connection = { only: [view.client_id], hide: [] };
  useFilter.getState().setFilter({ ...emptyFilter, connection });
  useShell.getState().setPage('writes');
}

function Actions({ view, onAsk }: LineProps) {
  const change = useChangeConnection();
  const name = visibleLine(view.name);
  const show = (
    <MenuItem
      icon={<ListFilter aria-hidden />}
      disabled={view.clients.length === 0}
      onSelect={() => showWrites(view)}
    >
      {text.menu.writes}
    </MenuItem>
  );
  const more = <IconButton label={text.more(name)} icon={<Ellipsis aria-hidden />} />;
  if (view.revoked_ms !== null) {
    return (
      <span className="client-buttons">
        <Menu align="end" trigger={more}>
          {show}
        </Menu>
      </span>
    );
  }
  return (
    <span className="client-buttons">
      <Button
        small
        icon={view.paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        aria-label={`${view.paused ? text.resume : text.pause} ${name}`}
        onClick={() => change(view, { paused: !view.paused })}
      >
        {view.paused ? text.resume : text.pause}
      </Button>
      <Menu align="end" trigger={more}>
        {show}
        <MenuItem onSelect={() => onAsk({ kind: 'rename', view })}>{text.menu.rename}</MenuItem>
        <MenuItem onSelect={() => onAsk({ kind: 'pin', view })}>{text.menu.pin}</MenuItem>
        <MenuItem onSelect={() => onAsk({ kind: 'limit', view })}>{text.menu.limit}</MenuItem>
        {view.client_id === HOME_CONNECTION ? null : (
          <MenuItem onSelect={() => onAsk({ kind: 'revoke', view })}>{text.menu.revoke}</MenuItem>
        )}
      </Menu>
    </span>
  );
}
