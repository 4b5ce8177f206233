import type { ServersResults } from '../../../shared/ipc/servers.ts';
import type { CoreReads } from '../../db/reads.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { type InkwatchAddress, isOwnEntry } from '../../gateway/import/own-entry.ts';
import type { RequestHandlers } from '../requests.ts';

export interface ServersDeps {
  readonly gateway: Gateway;
  readonly reads: Pick<CoreReads, 'toolStats' | 'toolLastUses'>;
  readonly changed: (name: string) => void;
  /** Where this Inkwatch is, or would be served: it cannot be a server behind itself. */
  readonly self: () => Pick<InkwatchAddress, 'url' | 'bridge'>;
  readonly now?: () => number;
}

const dayMs = 24 * 60 * 60_000;

/** The servers behind the gateway, for window and command line. */
export function serversHandlers(deps: ServersDeps): RequestHandlers<keyof ServersResults> {
  const { gateway, changed, now = Date.now } = deps;
  const { servers, upstreams, approvals, book } = gateway;
  /** What was changed takes effect in what runs before it is answered. */
  const applied = async (name: string) => {
    await gateway.reconfigure();
    changed(name);
    return gateway.view(name);
  };
  /** The tools of a server; reads that leave no row may be in daily use: of them nobody can tell. */
  const listed = (server: string) => {
    const all = servers.options(server).record === 'all';
    const tools = gateway.view(server).tools ?? null;
    return tools?.map(({ name, effect }) => ({
      server,
      tool: name,
      leavesRows: all || effect !== 'read',
    }));
  };
  return {
    'servers:list': () => servers.all().map(({ config }) => gateway.view(config.name)),
    'servers:add': async (server) => {
      if (isOwnEntry(server.config, deps.self())) {
        throw new Error(
          `“${server.config.name}” leads back to Inkwatch itself: each of its calls would be another one, without end. Its tools are there already; add the servers that are to stand behind it.`,
        );
      }
      const { config } = servers.add(server);
      const view = await applied(config.name);
      if (config.enabled) upstreams.start(config.name);
      return view;
    },
    'servers:change': async (change) => {
      servers.change(change);
      const view = await applied(change.name);
      if (change.enabled === true) upstreams.start(change.name);
      return view;
    },
    'servers:tool': (change) => {
      servers.decide(change);
      changed(change.server);
      return gateway.view(change.server);
    },
    'servers:remove': async ({ name }) => {
      servers.remove(name);
      book.forget(name);
      await gateway.reconfigure();
      changed(name);
      return null;
    },
    'servers:restart': async ({ name }) => {
      gateway.view(name);
      await upstreams.restart(name);
      return gateway.view(name);
    },
    'servers:test': ({ name }) => gateway.test(name),
    'servers:stats': async ({ time, unused_days }) => {
      const stats = await deps.reads.toolStats(time);
      const lists = servers.all().map(({ config: { name } }) => listed(name));
      // One server that has not answered yet must not hide what is known of the others.
      if (lists.length > 0 && lists.every((tools) => tools === undefined)) {
        return { ...stats, known: null, unused: null };
      }
      const tools = lists.flatMap((list) => list ?? []);
      const known = await deps.reads.toolLastUses(
        tools.map(({ server, tool }) => ({ server, tool })),
      );
      const since_ms = now() - unused_days * dayMs;
      const unused = known.filter(
        ({ last_ms }, n) => tools[n]?.leavesRows === true && (last_ms ?? 0) < since_ms,
      );
      return { ...stats, known, unused };
    },
    'approvals:list': () => approvals.waiting(),
    'approvals:decide': ({ approval_id, decision, always }) => ({
      decided: approvals.decide(approval_id, decision, always),
    }),
  };
}
