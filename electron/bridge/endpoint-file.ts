import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parseRecord } from '../wire/json-rpc.ts';

/** Where a core serves, as `<home>/endpoint.json` says. */
export interface CoreAddress {
  readonly url: URL;
  readonly token: string;
  readonly pid: number;
}

/**
 * Reads `<home>/endpoint.json`. Null: no core serves this home, or what is there is not usable.
 * electron/home has a reader too, but with zod, which alone would cost the bridge half of its time to
 * the first answer.
 * @param own token of a connection of the client's own; null: the home's, as the file says
 * @param server the one server behind the gateway that is meant; null: Inkwatch with all of them
 */
export async function readEndpoint(
  home: string,
  own: string | null = null,
  server: string | null = null,
): Promise<CoreAddress | null> {
  let text: string;
  try {
    text = await readFile(join(home, 'endpoint.json'), 'utf8');
  } catch {
    return null;
  }
  const file = parseRecord(text);
  if (file === null) return null;
  const { url, token, pid } = file;
  if (typeof url !== 'string' || typeof token !== 'string' || typeof pid !== 'number') return null;
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  // The token must not leave the machine, whatever a damaged or planted file says.
  if (parsed.protocol !== 'http:' || !loopback.has(parsed.hostname)) return null;
  if (server !== null) parsed.pathname = `${parsed.pathname}/${encodeURIComponent(server)}`;
  // A killed core leaves its file behind.
  return isAlive(pid) ? { url: parsed, token: own ?? token, pid } : null;
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process is alive too.
    return isRecord(error) && error.code === 'EPERM';
  }
}

/** The endpoint's body limit in bytes, from `<home>/settings.json`; the settings' default without one. */
export async function readBodyLimit(home: string): Promise<number> {
  try {
    const settings = parseRecord(await readFile(join(home, 'settings.json'), 'utf8'));
    const limit = settings?.bodyLimitBytes;
    if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0) return limit;
  } catch {
    // No settings file: everything is at its default.
  }
  return defaultBodyLimit;
}

/** As in `shared/settings.ts`, which would load zod here; a test compares the two. */
export const defaultBodyLimit = 4 * 1024 * 1024;
