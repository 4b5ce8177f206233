import type { UpstreamConfig } from '../../../shared/upstream.ts';
import type { ClientDialect, EntryTarget } from './clients.ts';

/** How clients reach this Inkwatch. */
export interface InkwatchAddress {
  /** `http://127.0.0.1:7465/mcp` */
  readonly url: string;
  readonly token: string;
  /** What starts the stdio bridge, without `--server`; null: nothing can here (the app on Windows). */
  readonly bridge: { readonly command: string; readonly args: readonly string[] } | null;
}

/**
 * What an entry of this client has to name to reach one server, or with null all of them. Null: the client
 * only starts commands, and there is none to start.
 */
export function targetFor(
  dialect: ClientDialect,
  server: string | null,
  address: InkwatchAddress,
): EntryTarget | null {
  const { url, token, bridge } = address;
  if (dialect.stdioOnly) {
    if (bridge === null) return null;
    const args = server === null ? bridge.args : [...bridge.args, '--server', server];
    return { kind: 'stdio', command: bridge.command, args };
  }
  return { kind: 'http', url: server === null ? url : `${url}/${server}`, token };
}

/** True for an entry that leads back here: as a server behind the gateway it would be its own upstream. */
export function isOwnEntry(
  config: UpstreamConfig,
  { url, bridge }: Pick<InkwatchAddress, 'url' | 'bridge'>,
): boolean {
  if (config.kind !== 'stdio') return leadsHere(config.url, url);
  const { command, args } = config;
  // The program itself, or the script that a runtime runs; options may stand between it and `stdio`.
  const program = bridge === null ? null : [bridge.command, bridge.args[0]];
  const isBridge =
    program !== null &&
    command === program[0] &&
    args.includes('stdio') &&
    (program[1] === 'stdio' || args.includes(program[1] ?? ''));
  const named = [command, ...args].some((part) => /(?:^|[\\/])inkwatch[^\\/\s]*$/i.test(part));
  const inShell = args.some((part) => /\binkwatch\b.*\bstdio\b/i.test(part));
  // `npx mcp-remote http://127.0.0.1:7465/mcp` is a way here as well.
  const isRemote = args.some((arg) => leadsHere(arg, url));
  return isBridge || inShell || isRemote || (named && args.includes('stdio'));
}

function leadsHere(there: string, here: string): boolean {
  try {
    const [a, b] = [new URL(there), new URL(here)];
    const local = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(a.hostname);
    return local && a.port === b.port && /^\/mcp(?:\/|$)/.test(a.pathname);
  } catch {
    return false;
  }
}
