import { type ListedItem, listAll } from '../upstreams/list-all.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';

/** A tool as its server listed it. */
export interface KnownTool {
  readonly name: string;
  /** As the server wrote it, JSON text. */
  readonly raw: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What is known of the tools of all servers, from the lists that went by. */
export interface ToolBook {
  /** A list that a client asked for; part of it where it comes in pages. */
  learn(server: string, items: readonly ListedItem[]): void;
  /** The server said that its list changed. */
  forget(server: string): void;
  /** Asks the server where it is not known. Null: it has no such tool, or does not say. */
  find(server: string, tool: string, session: Asks): Promise<KnownTool | null>;
  /** All that are known, in the server's order; null: none was ever listed. */
  tools(server: string): readonly KnownTool[] | null;
  /** Reads the whole list anew. What is missing of it, in words; null: nothing is. */
  refresh(server: string, session: Asks): Promise<string | null>;
}

type Asks = Pick<UpstreamSession, 'request'>;

/** A call must not wait long for a list that says how to record it: without one it is a write. */
const listMs = 5_000;
/** A server that lists nothing useful is not asked again for each call. */
const againMs = 30_000;

interface Page {
  readonly tools: Map<string, KnownTool>;
  /** The whole list was read at this time (monotonic); null: only parts went by. */
  readAt: number | null;
  reading: Promise<string | null> | null;
}

export function createToolBook(clock: () => number = () => performance.now()): ToolBook {
  const pages = new Map<string, Page>();
  const pageOf = (server: string): Page => {
    const known = pages.get(server);
    if (known !== undefined) return known;
    const made: Page = { tools: new Map(), readAt: null, reading: null };
    pages.set(server, made);
    return made;
  };

  const put = (page: Page, items: readonly ListedItem[]): void => {
    for (const { raw, value } of items) {
      if (typeof value !== 'object' || value === null) continue;
      const tool = value as Readonly<Record<string, unknown>>;
      if (typeof tool.name === 'string')
        page.tools.set(tool.name, { name: tool.name, raw, value: tool });
    }
  };

  const refresh = (server: string, session: Asks): Promise<string | null> => {
    const page = pageOf(server);
    const read = async () => {
      const listed = await listAll(session, 'tools/list', { timeoutMs: listMs });
      if (listed.missing === null) page.tools.clear();
      put(page, listed.items);
      page.readAt = clock();
      return listed.missing;
    };
    page.reading ??= read().finally(() => {
      page.reading = null;
    });
    return page.reading;
  };

  return {
    learn(server, items) {
      put(pageOf(server), items);
    },
    forget(server) {
      pages.delete(server);
    },
    async find(server, tool, session) {
      const page = pageOf(server);
      const known = page.tools.get(tool);
      if (known !== undefined) return known;
      if (page.readAt === null || clock() - page.readAt > againMs) await refresh(server, session);
      return pageOf(server).tools.get(tool) ?? null;
    },
    tools(server) {
      const page = pages.get(server);
      return page === undefined || (page.readAt === null && page.tools.size === 0)
        ? null
        : [...page.tools.values()];
    },
    refresh,
  };
}
