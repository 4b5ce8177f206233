import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { ownSurroundings } from '../../gateway/import/surroundings.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { clientFilesHandlers } from './client-files.ts';

/** A person on Linux with a file of Claude Desktop, and an Inkwatch that keeps what it is told in memory. */
function person(mcpServers: object, ofCursor: object = {}) {
  const folder = tempHome();
  const claude = join(folder, '.config', 'Claude', 'claude_desktop_config.json');
  mkdirSync(join(folder, '.config', 'Claude'), { recursive: true });
  writeFileSync(claude, JSON.stringify({ mcpServers }, null, 2));
  // Cursor puts values in the place of placeholders; Claude Desktop knows none.
  const cursor = join(folder, '.cursor', 'mcp.json');
  mkdirSync(join(folder, '.cursor'));
  writeFileSync(cursor, JSON.stringify({ mcpServers: ofCursor }));
  const servers = new Map<string, UpstreamConfig>();
  const started: string[] = [];
  const handlers = clientFilesHandlers({
    servers: {
      all: () => [...servers.values()].map((config) => ({ config, options, added_ms: 0 })),
      add: ({ config }) => {
        servers.set(config.name, config as UpstreamConfig);
        return { config: config as UpstreamConfig, options, added_ms: 0 };
      },
    },
    secrets: { reveal: async (config) => config },
    address: () => ({
      url: 'http://127.0.0.1:7465/mcp',
      token: 'SENTINEL-own-7f3a',
      bridge: { command: '/opt/inkwatch', args: ['stdio'] },
    }),
    backupFolder: join(folder, 'backups'),
    added: async (names) => {
      started.push(...names);
    },
    where: {
      ...ownSurroundings(),
      env: { XDG_CONFIG_HOME: join(folder, '.config') },
      platform: 'linux',
      homeFolder: folder,
    },
  });
  const scope = { projects: [], given: {} };
  return {
    folder,
    claude,
    servers,
    started,
    handlers,
    scope,
    text: () => readFileSync(claude, 'utf8'),
  };
}

const options = { capture: 'summary', record: 'writes', add_reason: true } as const;
const files = { command: 'npx', args: ['files'], env: { KEY: 'SENTINEL-key-7f3a' } };
const placeholder = `$${'{env:NOTES_KEY}'}`;

test('what is previewed holds no secret, and is what is applied', async () => {
  const { handlers, scope, servers, started, text, folder } = person(
    { files },
    { notes: { command: 'notes', env: { KEY: placeholder } } },
  );
  const before = text();
  const preview = await handlers['client-files:preview-import'](scope);
  expect(JSON.stringify(preview)).not.toContain('SENTINEL');
  expect(preview.items.map(({ entry, state }) => [entry, state])).toEqual([
    ['files', 'new'],
    ['notes', 'needs-values'],
  ]);
  expect(preview.items[0]?.change?.after).toContain('--server');
  expect(text()).toBe(before);

  const given = { [placeholder]: 'SENTINEL-given-7f3a' };
  const whole = await handlers['client-files:preview-import']({ ...scope, given });
  expect(JSON.stringify(whole)).not.toContain('SENTINEL');
  const items = whole.items.map(({ id, digest }) => ({ id, digest }));
  const outcome = await handlers['client-files:import']({ ...scope, given, items, point: true });
  expect(outcome.items.map(({ server, added }) => [server, added])).toEqual([
    ['files', true],
    ['notes', true],
  ]);
  expect(started).toEqual(['files', 'notes']);
  expect(servers.get('notes')).toMatchObject({ env: { KEY: 'SENTINEL-given-7f3a' } });
  expect(text()).not.toContain('SENTINEL');
  const [found] = await handlers['client-files:find']({});
  expect(found).toMatchObject({ connected: 'yes', importable: 0, changed_ms: expect.any(Number) });
  expect(statSync(join(folder, 'backups')).mode & 0o077).toBe(0);

  const file = found?.file ?? '';
  expect(await handlers['client-files:restore']({ file, force: false })).toMatchObject({
    kind: 'restored',
  });
  expect(text()).toBe(before);
});

test('a file that changed since it was looked at is left alone, and no server is added', async () => {
  const { handlers, scope, servers, claude, text } = person({ files });
  const preview = await handlers['client-files:preview-import'](scope);
  const items = preview.items.map(({ id, digest }) => ({ id, digest }));
  writeFileSync(claude, `${text()}\n`);
  const outcome = await handlers['client-files:import']({ ...scope, items, point: true });
  expect(outcome).toMatchObject({
    items: [{ server: null, why: 'Its file was changed meanwhile. Look at it again.' }],
    files: [],
  });
  expect(servers.size).toBe(0);
});

test('only a file that a client really reads can be changed', async () => {
  const { handlers, folder, claude } = person({});
  const other = join(folder, '.bashrc');
  writeFileSync(other, '{}');
  const wanted = { client: 'claude-desktop', file: other } as const;
  expect(() => handlers['client-files:preview-connection'](wanted)).toThrow('No client');
  expect(() => handlers['client-files:connect']({ ...wanted, digest: null })).toThrow('No client');
  expect(readFileSync(other, 'utf8')).toBe('{}');
  expect(await handlers['client-files:restore']({ file: other, force: true })).toMatchObject({
    kind: 'nothing',
  });
  const planned = await handlers['client-files:preview-connection']({ ...wanted, file: claude });
  expect(planned.preview.before).toBeNull();
  const done = await handlers['client-files:connect']({
    ...wanted,
    file: claude,
    digest: planned.digest,
  });
  expect(done.kind).toBe('changed');
});
