import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { HealthCheck } from '../../../shared/health.ts';
import { connectionRows } from '../../db/readers/connections.ts';
import { lastWrites } from '../../db/readers/last-writes.ts';
import { storedUpstreams } from '../../db/readers/upstreams.ts';
import { readEndpointFile } from '../../home/endpoint-file.ts';
import { isBarePath, loginShellPath } from '../../home/login-path.ts';
import { check, many, time, worst } from './check.ts';
import { type Reached, reach } from './reach.ts';
import { type HealthSources, ledgerOf } from './sources.ts';

/** Can clients come in, and can the servers behind be started? */
export async function servingChecks(sources: HealthSources): Promise<readonly HealthCheck[]> {
  const { core, paths, settings } = sources;
  const file = readEndpointFile(paths.endpoint);
  const url = core?.url ?? file?.url ?? `http://127.0.0.1:${settings.port}/mcp`;
  const reached = await reach(url);
  return [
    endpoint(sources, reached),
    connections(sources),
    servers(sources),
    await programs(sources),
    settingsFile(sources),
    runtime(),
  ];
}

function endpoint({ core, paths, settings }: HealthSources, reached: Reached): HealthCheck {
  return check('endpoint', 'Endpoint', () => {
    if (core !== null) {
      if (core.url === null) {
        return {
          state: 'problem',
          says: core.endpointError ?? 'Nothing is served.',
          todo: 'Choose another port in the settings, or quit the program that has this one.',
        };
      }
      return reached === 'ours'
        ? { state: 'ok', says: `Clients are served at ${core.url}.` }
        : {
            state: 'problem',
            says: `${core.url} does not answer as Inkwatch does.`,
            todo: 'Quit Inkwatch and start it again.',
          };
    }
    const file = readEndpointFile(paths.endpoint);
    if (file !== null) {
      const what =
        reached === 'nobody'
          ? `but nobody answers at ${file.url}`
          : `but what answers at ${file.url} serves another folder, or is another program`;
      return {
        state: 'warning',
        says: `endpoint.json was left by process ${file.pid}, which did not end cleanly, ${what}.`,
        todo: 'Start Inkwatch once: it writes the file anew. No row that was answered is lost.',
      };
    }
    if (reached === 'nobody') return { state: 'unknown', says: 'Nothing is served now.' };
    return {
      state: 'warning',
      says: `Port ${settings.port} is taken by ${reached === 'ours' ? 'an Inkwatch with another data folder' : 'another program'}.`,
      todo: 'Choose another port in the settings, or quit that program.',
    };
  });
}

function connections(sources: HealthSources): HealthCheck {
  return check('connections', 'Connections', () => {
    const db = ledgerOf(sources);
    const last = lastWrites(db);
    const rows = connectionRows(db).filter(({ revoked_ms }) => revoked_ms === null);
    const paused = rows.filter(({ paused_ms }) => paused_ms !== null);
    const details = rows.map(({ client_id, name, paused_ms, last_seen_ms }) => {
      const at = last.writes.get(client_id);
      const wrote =
        at !== undefined
          ? `last write ${time(at)}`
          : last.complete
            ? 'no write yet'
            : `no write among the newest ${last.looked}`;
      const seen = last_seen_ms === null ? 'never seen' : `last seen ${time(last_seen_ms)}`;
      return {
        name,
        value: [wrote, seen, paused_ms === null ? '' : 'paused'].filter(Boolean).join(', '),
      };
    });
    const says = `${many(rows.length, 'connection')}${paused.length > 0 ? `, ${paused.length} paused` : ''}.`;
    if (sources.settings.policy.readOnly) {
      return {
        state: 'warning',
        says: `${says} Every write is refused: read-only mode is on.`,
        todo: 'Turn it off in the settings when agents may write again.',
        details,
      };
    }
    return { state: 'ok', says, details };
  });
}

function servers({ core }: HealthSources): HealthCheck {
  return check('servers', 'Servers behind the gateway', () => {
    if (core === null) return { state: 'unknown', says: 'They run only while Inkwatch does.' };
    const enabled = core.servers.filter((server) => server.enabled);
    const details = enabled.map(({ name, state }) => ({
      name,
      value: state.why === '' ? state.state : `${state.state}: ${state.why}`,
    }));
    const bad = enabled.filter(({ state }) => state.state === 'down' || state.state === 'degraded');
    if (bad.length === 0) {
      const says = enabled.length === 0 ? 'There are none.' : `${many(enabled.length, 'server')}.`;
      return { state: 'ok', says, details };
    }
    return {
      state: 'warning',
      says: `${bad.map(({ name }) => name).join(', ')} cannot be used now.`,
      todo: 'Open Servers and test it; its own last lines say more.',
      details,
    };
  });
}

const loginPathMs = 3000;

/** What was started from a menu lacks the shell's PATH, so that `npx` is not found (case h04). */
async function programs(sources: HealthSources): Promise<HealthCheck> {
  const bare = isBarePath(process.env.PATH);
  const login = bare ? await loginShellPath({ env: process.env, timeoutMs: loginPathMs }) : null;
  const path = login ?? process.env.PATH ?? '';
  return check('path', 'Programs for servers', () => {
    const commands = storedUpstreams(ledgerOf(sources)).flatMap(({ name, config }) => {
      const { kind, command, enabled } = JSON.parse(config) as Record<string, unknown>;
      return kind === 'stdio' && typeof command === 'string' && enabled !== false
        ? [{ name, command, found: isThere(command, path) }]
        : [];
    });
    const details = [
      { name: 'PATH', value: path },
      ...commands.map(({ name, command, found }) => ({
        name: `${name}: ${command}`,
        value: found === null ? 'unknown' : found ? 'found' : 'not found',
      })),
    ];
    const missing = commands.filter(({ found }) => found === false);
    const whose = login === null ? 'PATH of this process' : 'PATH of your login shell';
    if (missing.length > 0) {
      return {
        state: 'warning',
        says: `${missing.map(({ command }) => command).join(', ')} is not in the ${whose}.`,
        todo: 'Install it, or name it with its whole path in the server’s command.',
        details,
      };
    }
    if (bare && login === null && process.platform !== 'win32') {
      return {
        state: commands.length === 0 ? 'ok' : 'warning',
        says: 'The login shell did not say its PATH in time; only the system’s folders are searched.',
        todo: commands.length === 0 ? null : 'Name programs of servers with their whole path.',
        details,
      };
    }
    const says = commands.length === 0 ? 'None is needed.' : `All are in the ${whose}.`;
    return {
      state: worst(commands.map(({ found }) => (found === null ? 'unknown' : 'ok'))),
      says,
      details,
    };
  });
}

/** Null: nobody knows, since Windows adds endings and relative names depend on a folder. */
function isThere(command: string, path: string): boolean | null {
  if (process.platform === 'win32') return null;
  const isRunnable = (file: string) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  if (isAbsolute(command)) return isRunnable(command);
  if (command.includes('/')) return null;
  return path.split(delimiter).some((folder) => folder !== '' && isRunnable(join(folder, command)));
}

function settingsFile({ paths, settingsWarnings }: HealthSources): HealthCheck {
  return check('settings', 'Settings', () =>
    settingsWarnings.length === 0
      ? { state: 'ok', says: 'All of them can be used.' }
      : {
          state: 'warning',
          says: settingsWarnings.join(' '),
          todo: `Look at ${paths.settings}, or set them in the window.`,
        },
  );
}

function runtime(): HealthCheck {
  const { node, electron, modules } = process.versions;
  // SQLite's addon is built for one number of `modules`; that this runs says that it fits.
  return check('runtime', 'Runtime', () => ({
    state: 'ok',
    says: electron === undefined ? `Node ${node}.` : `Electron ${electron}, Node ${node}.`,
    details: [{ name: 'Addon interface', value: modules ?? 'unknown' }],
  }));
}
