import { useMutation } from '@tanstack/react-query';
import {
  ArrowLeft,
  CircleCheck,
  CircleX,
  Ellipsis,
  ListFilter,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { emptyFilter } from '../../../shared/filter.ts';
import type { ServerTest, ServerView } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { count, took } from '../../lib/format.ts';
import { serversText as text } from '../../text/servers-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useToasts } from '../../ui/toast-store.ts';
import { useFilter } from '../filters/filter-store.ts';
import { useShell } from '../shell/shell-store.ts';
import { RemoveServer } from './remove-server.tsx';
import { ServerAbout } from './server-about.tsx';
import { ServerNotes } from './server-notes.tsx';
import { ServerOptionsCard } from './server-options.tsx';
import { ServerState, ServerWhy } from './server-state.tsx';
import { useServersPage } from './servers-store.ts';
import { ToolTable } from './tool-table.tsx';
import { useChangeServer, useRestart } from './use-servers.ts';
import './server-detail.css';

/** One server: how it stands, its tools, what is recorded of it, and what it printed. */
export function ServerDetail({ view }: { readonly view: ServerView }) {
  const show = useServersPage((state) => state.show);
  return (
    <div className="page">
      <div className="page-column page-wide">
        <button type="button" className="server-back" onClick={() => show({ kind: 'list' })}>
          <ArrowLeft aria-hidden />
          {text.back}
        </button>
        <header className="page-head">
          <div className="server-heading">
            <h1 className="page-title">{view.name}</h1>
            <p className="server-standing">
              <ServerState view={view} />
              <span className="quiet selectable">
                <ServerWhy view={view} />
              </span>
            </p>
          </div>
          <ServerActions view={view} />
        </header>
        <ToolTable view={view} />
        <div className="server-cards">
          <ServerAbout view={view} />
          <ServerOptionsCard view={view} />
        </div>
        <ServerNotes lines={view.stderr} />
      </div>
    </div>
  );
}

function showWrites(server: string): void {
  useFilter.getState().setFilter({ ...emptyFilter, server: { only: [server], hide: [] } });
  useShell.getState().setPage('writes');
}

function ServerActions({ view }: { readonly view: ServerView }) {
  const change = useChangeServer();
  const restart = useRestart();
  const show = useServersPage((state) => state.show);
  const [removing, setRemoving] = useState(false);
  const { name } = view;
  const test = useMutation({ mutationFn: () => inkwatch.servers.test(name) });
  const say = useToasts((state) => state.say);
  const runTest = () =>
    test.mutate(undefined, {
      onError: (error) => say({ tone: 'failed', text: text.said.failed(error.message) }),
    });
  return (
    <div className="server-actions">
      <div className="page-actions">
        <label className="server-enabled">
          {text.enabled}
          <input
            type="checkbox"
            role="switch"
            className="switch"
            checked={view.enabled}
            aria-checked={view.enabled}
            onChange={(event) => change({ name, enabled: event.currentTarget.checked })}
          />
        </label>
        <Button disabled={test.isPending} onClick={runTest}>
          {test.isPending ? text.testing : text.test}
        </Button>
        <Button
          icon={<RotateCw aria-hidden />}
          disabled={restart.isPending || !view.enabled}
          onClick={() => restart.mutate(name)}
        >
          {restart.isPending ? text.restarting : text.restart}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton label={text.more(name)} icon={<Ellipsis aria-hidden />} />}
        >
          <MenuItem icon={<ListFilter aria-hidden />} onSelect={() => showWrites(name)}>
            {text.showWrites}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => setRemoving(true)}>
            {text.remove}
          </MenuItem>
        </Menu>
      </div>
      {test.data === undefined ? null : <TestResult result={test.data} />}
      <RemoveServer
        name={name}
        open={removing}
        onClose={() => setRemoving(false)}
        onRemoved={() => show({ kind: 'list' })}
      />
    </div>
  );
}

function TestResult({ result }: { readonly result: ServerTest }) {
  const { ok, says, tools, elapsed_ms } = result;
  return (
    <p className={ok ? 'server-test server-test-ok' : 'server-test'} role="status">
      {ok ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
      <span className="selectable">
        <b>{ok ? text.testResult.ok : text.testResult.failed}.</b>{' '}
        {[
          `${visibleLine(says).replace(/\.$/, '')}.`,
          tools === null ? '' : text.testResult.tools(count(tools)),
          took(elapsed_ms),
        ]
          .filter(Boolean)
          .join(' ')}
      </span>
    </p>
  );
}
