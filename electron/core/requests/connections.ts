import type { ConnectEntry } from '../../../shared/answers.ts';
import { clientAgrees } from '../../../shared/client-names.ts';
import {
  activitySpans,
  type ConnectionView,
  HOME_CONNECTION,
} from '../../../shared/connections.ts';
import type { ReadHandle } from '../../db/handles.ts';
import { labelNow } from '../../db/live-sets.ts';
import type { ConnectionActivity } from '../../db/readers/connection-activity.ts';
import type { ConnectionCount } from '../../db/readers/connection-counts.ts';
import type { ConnectionFacts, ConnectionRegistry } from '../../mcp/connections.ts';
import type { HourCounts } from '../../mcp/hour-counts.ts';
import type { RequestHandlers } from '../requests.ts';

export interface ConnectionsDeps {
  readonly registry: ConnectionRegistry;
  readonly counts: Pick<HourCounts, 'of'>;
  /** Over the whole ledger: read beside the thread that serves. */
  readonly connectionCounts: () => Promise<readonly ConnectionCount[]>;
  readonly connectionActivity: () => Promise<readonly ConnectionActivity[]>;
  readonly read: ReadHandle;
  /** Ways to connect with this token; none while nothing is served. */
  readonly entries: (token: string) => readonly ConnectEntry[];
}

interface Read {
  readonly counts: readonly ConnectionCount[];
  readonly activity: readonly ConnectionActivity[];
}

type Names = `connections:${'list' | 'add' | 'change' | 'revoke'}`;

const mostClients = 20;

export function connectionsHandlers(deps: ConnectionsDeps): RequestHandlers<Names> {
  const { registry } = deps;
  const viewOf = (facts: ConnectionFacts, { counts, activity }: Read): ConnectionView => {
    const own = counts.filter(({ client_id }) => client_id === facts.client_id);
    const lately = activity.find(({ client_id }) => client_id === facts.client_id);
    const sum = (of: 'writes' | 'failures') => own.reduce((total, one) => total + one[of], 0);
    const { paused_ms, pinned_namespace, ...rest } = facts;
    return {
      ...rest,
      paused: paused_ms !== null,
      pinned: pinned_namespace === null ? null : labelNow(deps.read, 'namespace', pinned_namespace),
      counts: {
        writes: sum('writes'),
        failures: sum('failures'),
        last_hour: deps.counts.of(facts.client_id),
      },
      activity: lately?.spans ?? Array.from({ length: activitySpans }, () => 0),
      clients: own
        .toSorted((a, b) => b.last_ms - a.last_ms)
        .slice(0, mostClients)
        .map(({ client_id, failures: _failed, ...client }) => ({
          ...client,
          agrees:
            client_id === HOME_CONNECTION
              ? ('unknown' as const)
              : clientAgrees(facts.name, client.client_info),
        })),
    };
  };
  const read = async (): Promise<Read> => {
    const [counts, activity] = await Promise.all([
      deps.connectionCounts(),
      deps.connectionActivity(),
    ]);
    return { counts, activity };
  };
  const viewNow = async (facts: ConnectionFacts): Promise<ConnectionView> =>
    viewOf(facts, await read());

  return {
    'connections:list': async () => {
      const known = await read();
      return registry.all().map((facts) => viewOf(facts, known));
    },
    'connections:add': ({ name }) => {
      const { connection, token } = registry.add(name);
      return {
        connection: viewOf(connection, { counts: [], activity: [] }),
        token,
        entries: deps.entries(token),
      };
    },
    'connections:change': (change) => viewNow(registry.change(change)),
    'connections:revoke': ({ client_id }) => viewNow(registry.revoke(client_id)),
  };
}
