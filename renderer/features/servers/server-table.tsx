import type { ServerStats, ServerView } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count, took } from '../../lib/format.ts';
import { serversText as text } from '../../text/servers-text.ts';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { serverFigures } from './server-figures.ts';
import { ServerState, ServerWhy } from './server-state.tsx';
import { useServersPage } from './servers-store.ts';
import { targetOf } from './target.ts';

interface TableProps {
  readonly views: readonly ServerView[];
  readonly stats: ServerStats | undefined;
}

const columnClasses = ['server', 'state', 'tools', 'calls', 'time', 'actions'] as const;

export function ServerTable({ views, stats }: TableProps) {
  return (
    <table className="servers" aria-label={text.table}>
      <colgroup>
        {columnClasses.map((name) => (
          <col key={name} className={`servers-${name}`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columnClasses.map((name) => (
            <th key={name} scope="col">
              {name === 'actions' ? (
                <span className="visually-hidden">{text.columns.actions}</span>
              ) : (
                text.columns[name]
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <ServerLine key={view.name} view={view} stats={stats} />
        ))}
      </tbody>
    </table>
  );
}

function ServerLine({ view, stats }: { readonly view: ServerView } & Pick<TableProps, 'stats'>) {
  const show = useServersPage((state) => state.show);
  const figures = serverFigures(stats, view.name);
  const target = visibleLine(targetOf(view.config));
  return (
    <tr>
      <th scope="row">
        <span className="server-title cut">{view.name}</span>
        <span className="server-under mono cut" title={target}>
          {target}
        </span>
      </th>
      <td>
        <ServerState view={view} />
        <span className="server-under server-why">
          <ServerWhy view={view} />
        </span>
      </td>
      <td>
        <Tools view={view} />
      </td>
      <td className="server-number">
        {count(figures.calls)}
        {figures.failures + figures.unknown > 0 ? (
          <span className="server-under">
            {text.failures(count(figures.failures + figures.unknown))}
          </span>
        ) : null}
      </td>
      <td className="server-number">
        {figures.p50_ms === null ? (
          <span className="quiet">{text.tools.noTime}</span>
        ) : (
          <>
            {took(figures.p50_ms)}
            <span className="server-under">{text.slowest(took(figures.p95_ms))}</span>
          </>
        )}
      </td>
      <td className="server-buttons">
        <Button
          small
          aria-label={text.openNamed(view.name)}
          onClick={() => show({ kind: 'server', name: view.name })}
        >
          {text.open}
        </Button>
      </td>
    </tr>
  );
}

function Tools({ view }: { readonly view: ServerView }) {
  const { tools } = view;
  if (tools === null) return <span className="quiet">{text.toolsUnknown}</span>;
  const of = (policy: 'ask' | 'deny') => tools.filter((tool) => tool.policy === policy).length;
  const [asks, denied] = [of('ask'), of('deny')];
  const reads = tools.filter(({ effect }) => effect === 'read').length;
  return (
    <>
      <span className="server-number">{count(tools.length)}</span>
      <span className="server-under">
        {text.writesOf(count(tools.length - reads), count(reads))}
      </span>
      {asks + denied === 0 ? null : (
        <span className="server-tags">
          {asks === 0 ? null : <Tag tone="ink">{text.asks(count(asks))}</Tag>}
          {denied === 0 ? null : <Tag tone="refused">{text.denied(count(denied))}</Tag>}
        </span>
      )}
    </>
  );
}
