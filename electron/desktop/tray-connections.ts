import { cutCharacters, visibleLine } from '../../shared/text.ts';
import type { Core } from '../core.ts';
import type { ConnectionFacts } from '../mcp/connections.ts';

/** A connection as the tray offers to pause it. */
export interface PausableConnection {
  readonly client_id: string;
  /** As a menu shows it: a single `&` would be a key. */
  readonly label: string;
  readonly paused: boolean;
}

const recentMs = 7 * 24 * 60 * 60_000;
const most = 10;

/** Those that were in use lately, newest first; a paused one stays for as long as it is paused. */
export function pausableConnections(
  connections: readonly ConnectionFacts[],
  now: number,
): readonly PausableConnection[] {
  return connections
    .filter(({ revoked_ms, paused_ms, last_seen_ms }) => {
      const recent = last_seen_ms !== null && now - last_seen_ms < recentMs;
      return revoked_ms === null && (recent || paused_ms !== null);
    })
    .toSorted((a, b) => (b.last_seen_ms ?? 0) - (a.last_seen_ms ?? 0))
    .slice(0, most)
    .map(({ client_id, name, paused_ms }) => ({
      client_id,
      label: cutCharacters(visibleLine(name), 64).replaceAll('&', '&&'),
      paused: paused_ms !== null,
    }));
}

/** What of writing is paused, in the few words that fit a menu; null: nothing is. */
export function pausedWords(
  readOnly: boolean,
  connections: readonly PausableConnection[],
): string | null {
  if (readOnly) return 'All writes are paused';
  const paused = connections.filter((connection) => connection.paused);
  if (paused.length === 0) return null;
  return paused.length === 1
    ? `${paused[0]?.label} is paused`
    : `${paused.length} connections are paused`;
}

/** What the tray does about writes; a change that could not be stored is logged, and the menu shows it undone. */
export function pauseActions(
  core: Pick<Core, 'changeSettings' | 'requests'>,
  log: (what: string, details: object) => void,
) {
  const attempt = (work: () => unknown): void => {
    // A throw at once, or later: both end in the log.
    void (async () => work())().catch((error: unknown) =>
      log('the tray could not pause or resume', { err: error }),
    );
  };
  return {
    pauseAll: (paused: boolean): void =>
      attempt(() => core.changeSettings({ policy: { readOnly: paused } })),
    pause: (client_id: string, paused: boolean): void =>
      attempt(() => core.requests['connections:change']?.({ client_id, paused })),
  };
}
