import type { Settings } from '../../shared/settings.ts';
import type { ReadHandle } from '../db/handles.ts';
import type { OpenLedger } from '../db/open.ts';
import { connectionRows } from '../db/readers/connections.ts';
import { recentWrites } from '../db/readers/recent-writes.ts';
import { type ConnectionRegistry, openConnections } from '../mcp/connections.ts';
import { createHourCounts, type HourCounts } from '../mcp/hour-counts.ts';
import { createPolicy, type Policy } from '../mcp/policy.ts';

export interface ConnectionDeskOptions {
  readonly ledger: OpenLedger;
  readonly homeToken: string;
  readonly policySettings: () => Settings['policy'];
  readonly onChanged: (clientId: string) => void;
  readonly onRevoked: (clientId: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Who may come in, and what they may write. */
export interface ConnectionDesk {
  readonly registry: ConnectionRegistry;
  readonly counts: HourCounts;
  readonly policy: Policy;
  /** The ledger is another file, or one that could not be read until now. */
  reload(): void;
}

const hourMs = 60 * 60_000;

export function openConnectionDesk(options: ConnectionDeskOptions): ConnectionDesk {
  const { ledger, onError } = options;
  const registry = openConnections({
    // A ledger of an older schema that can only be read has no table of them: the home's own still works.
    rows: found(ledger.read, onError, connectionRows),
    write: ledger.write,
    homeToken: options.homeToken,
    onChanged: options.onChanged,
    onRevoked: options.onRevoked,
    onError,
  });
  const recent = (nowMs: number) =>
    found(ledger.read, onError, (db) => recentWrites(db, nowMs - hourMs, nowMs));
  let blind = ledger.obstacle() !== null;
  const counts = createHourCounts(recent(Date.now()));
  const policy = createPolicy({
    connections: registry,
    settings: options.policySettings,
    counts,
    read: ledger.read,
  });
  return {
    registry,
    counts,
    policy,
    reload() {
      if (ledger.obstacle() !== null) return;
      registry.take(found(ledger.read, onError, connectionRows));
      if (blind) counts.add(recent(Date.now()));
      blind = false;
    },
  };
}

function found<Row>(
  db: ReadHandle,
  onError: (error: unknown) => void,
  read: (db: ReadHandle) => readonly Row[],
): readonly Row[] {
  try {
    return read(db);
  } catch (error) {
    onError(error);
    return [];
  }
}
