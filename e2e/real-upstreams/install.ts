import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchPackage } from '../support/fetch-package.ts';

/** A server that is installed, or why there is none: then its test is skipped and says so. */
export type InstalledServer =
  | { readonly ok: true; readonly script: string; readonly version: string }
  | { readonly ok: false; readonly reason: string };

const version = '2026.8.31';
const scope = '@modelcontextprotocol';

export type RealServer = 'filesystem' | 'memory' | 'everything' | 'sequential-thinking';

/** Installs one of the reference servers into the user's cache, once per pinned version. */
export async function installServer(name: RealServer): Promise<InstalledServer> {
  const spec = `${scope}/server-${name}@${version}`;
  try {
    const folder = join(await fetchPackage(spec), scope, `server-${name}`);
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly bin: Readonly<Record<string, string>>;
    };
    const [script] = Object.values(bin);
    if (script === undefined) return { ok: false, reason: `${spec} has no program` };
    return { ok: true, script: join(folder, script), version };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `${spec} could not be installed: ${text.slice(0, 400)}` };
  }
}
