import { isRecord } from '../../wire/json-rpc.ts';
import type { ToolBook } from '../desk/tool-book.ts';
import { type ListMethod, listAll } from '../upstreams/list-all.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';

export interface AllListsOptions {
  readonly upstreams: Upstreams;
  readonly book: ToolBook;
  /** Names of the servers that are enabled. */
  readonly enabled: () => readonly string[];
  /** A list came after it was asked for: clients are told to ask again. */
  readonly onLate: () => void;
}

/** Lists of all servers at once: as long as the slowest takes, and no longer than a client waits. */
export interface AllLists {
  /** Makes sure that the tools of every server that answers in time are in the book. */
  tools(): Promise<void>;
  items(method: Exclude<ListMethod, 'tools/list'>): Promise<readonly ServerItem[]>;
}

export interface ServerItem {
  readonly server: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A server that needs longer is left out of this list; its own address waits for it. */
const longestMs = 5_000;

export function createAllLists({ upstreams, book, enabled, onLate }: AllListsOptions): AllLists {
  /** What was waited for in vain and still runs: no other list waits for it. */
  const overdue = new Set<string>();

  const waitFor = async (key: string, work: () => Promise<unknown>): Promise<void> => {
    if (overdue.has(key)) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        overdue.add(key);
        resolve();
      }, longestMs);
    });
    const done = (isThere: boolean) => () => {
      if (overdue.delete(key) && isThere) onLate();
    };
    await Promise.race([late, work().then(done(true), done(false))]);
    clearTimeout(timer);
  };

  return {
    async tools() {
      const unknown = enabled().filter((server) => book.tools(server) === null);
      await Promise.all(
        unknown.map((server) => {
          const session = upstreams.shared(server);
          return session === null
            ? undefined
            : waitFor(server, () => book.refresh(server, session));
        }),
      );
    },
    async items(method) {
      const found = new Map<string, readonly ServerItem[]>();
      await Promise.all(
        enabled().map((server) => {
          const session = upstreams.shared(server);
          if (session === null) return undefined;
          return waitFor(`${server} ${method}`, async () => {
            const { items } = await listAll(session, method, { timeoutMs: longestMs });
            const values = items.flatMap(({ value }) =>
              isRecord(value) ? [{ server, value }] : [],
            );
            found.set(server, values);
          });
        }),
      );
      return enabled().flatMap((server) => found.get(server) ?? []);
    },
  };
}
