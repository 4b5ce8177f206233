import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientFile, ClientKey } from '../../../shared/client-files.ts';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { type Backups, openBackups } from './backups.ts';
import { dialectOf } from './clients.ts';
import type { InkwatchAddress } from './own-entry.ts';
import { planImport } from './plan-import.ts';

export const address: InkwatchAddress = {
  url: 'http://127.0.0.1:7465/mcp',
  token: 'SENTINEL-own-token-7f3a',
  bridge: { command: '/opt/inkwatch', args: ['stdio'] },
};

export interface Place {
  readonly folder: string;
  readonly backups: Backups;
  put(client: ClientKey, text: string | Buffer, name?: string): ClientFile;
}

/** A folder with clients' files, and one for their originals. */
export function place(): Place {
  const folder = tempHome();
  return {
    folder,
    backups: openBackups(join(folder, 'backups')),
    put(client, text, name = `${client}.conf`) {
      const file = join(folder, name);
      writeFileSync(file, text);
      return fileAt(client, file);
    },
  };
}

export const fileAt = (client: ClientKey, file: string): ClientFile => ({
  client,
  client_name: dialectOf(client).name,
  file,
  scope: 'user',
  state: 'present',
});

export const plan = (files: readonly ClientFile[], existing: readonly UpstreamConfig[] = []) =>
  planImport({ files, existing, address });

export const desktop = JSON.stringify({
  mcpServers: {
    files: {
      command: 'npx',
      args: ['-y', 'fs', '--api-key', 'SENTINEL-arg-7f3a'],
      env: { KEY: 'SENTINEL-env-7f3a' },
    },
    'my notes!': { command: 'uvx', args: ['notes'] },
    inkwatch: { command: '/usr/bin/inkwatch', args: ['stdio'] },
    remote: { command: 'npx', args: ['mcp-remote', 'http://localhost:7465/mcp'] },
    odd: { settings: {} },
  },
});

/** All of a plan's entries that can be pointed here, under the names they got. */
export const allOf = ({ entries }: ReturnType<typeof plan>): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap(({ item }) => (item.server === null ? [] : [[item.id, item.server] as const])),
  );
