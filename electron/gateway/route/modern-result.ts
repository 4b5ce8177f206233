import { isRecord } from '../../wire/json-rpc.ts';
import { withRaw } from '../../wire/raw-json.ts';
import type { Opening } from '../upstreams/connect.ts';

/** Results that 2026-07-28 lets a client keep; each has to say for how long. */
const cacheable: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** A result of a 2025 server for a client of 2026-07-28, which requires these members. Nothing else changes. */
export function modernResult(method: string, raw: string, value: unknown): string {
  if (!isRecord(value) || value.resultType !== undefined) return raw;
  let made = withRaw(raw, ['resultType'], '"complete"');
  if (!cacheable.has(method)) return made;
  if (value.ttlMs === undefined) made = withRaw(made, ['ttlMs'], '0');
  if (value.cacheScope === undefined) made = withRaw(made, ['cacheScope'], '"private"');
  return made;
}

/** The result of `server/discover`; of a server that knows only `initialize`, what it said there. */
export function discoverResult(opening: Opening): string {
  if (opening.era === 'modern') return opening.raw;
  const said = isRecord(opening.value) ? opening.value : {};
  return JSON.stringify({
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: said.capabilities ?? {},
    ...(said.instructions === undefined ? {} : { instructions: said.instructions }),
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { 'io.modelcontextprotocol/serverInfo': said.serverInfo },
  });
}

/** The result of `initialize`; of a server that knows only `server/discover`, what it said there. */
export function initializeResult(opening: Opening): string {
  if (opening.era === 'legacy') return opening.raw;
  const said = isRecord(opening.value) ? opening.value : {};
  const meta = isRecord(said._meta) ? said._meta : {};
  return JSON.stringify({
    protocolVersion: '2025-11-25',
    capabilities: said.capabilities ?? {},
    serverInfo: meta['io.modelcontextprotocol/serverInfo'] ?? { name: 'unknown', version: '' },
    ...(said.instructions === undefined ? {} : { instructions: said.instructions }),
  });
}
