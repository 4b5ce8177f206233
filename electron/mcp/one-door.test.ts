import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { sqlWriteTools, writeTools } from '../../shared/tools.ts';
import type { BuiltWorkers } from '../testing/build-workers.ts';
import { call, type Era, type TestCore, testCore } from '../testing/core.ts';
import { holdLock, runSql, throwingTools } from '../testing/side-door.ts';
import { buildSqlWorker, sqlCore } from '../testing/sql-core.ts';

type Args = Readonly<Record<string, unknown>>;

/** Each write tool with arguments that work, that are refused, and that make it throw. */
const tools: readonly {
  readonly name: string;
  readonly good: (chunk: string) => Args;
  readonly refused: (chunk: string) => Args;
  readonly throwing: (chunk: string) => Args;
}[] = [
  {
    name: 'memory.store',
    good: () => ({ title: 'plan', content: 'text' }),
    refused: () => ({ title: ' ', content: 'text' }),
    throwing: () => ({ title: 'plan', content: 'boom' }),
  },
  {
    name: 'memory.note',
    good: (chunk_id) => ({ chunk_id, note_text: 'note' }),
    refused: (chunk_id) => ({ chunk_id, note_text: 7 }),
    throwing: (chunk_id) => ({ chunk_id, note_text: 'boom' }),
  },
  {
    name: 'tree.tag',
    good: (chunk_id) => ({ chunk_id, tags: ['a'] }),
    refused: (chunk_id) => ({ chunk_id, tags: [] }),
    throwing: (chunk_id) => ({ chunk_id, tags: ['boom'] }),
  },
  {
    name: 'sql.execute',
    good: () => ({ db: 'shop', sql: 'UPDATE orders SET n = n + 1' }),
    refused: () => ({ db: 'shop', sql: 'BEGIN' }),
    // A trigger of the shop's own throws.
    throwing: () => ({ db: 'shop', sql: "UPDATE orders SET what = 'boom'" }),
  },
  {
    name: 'sql.integrity_check',
    good: () => ({ db: 'shop' }),
    refused: () => ({ db: 'none' }),
    // Its file is gone.
    throwing: () => ({ db: 'gone' }),
  },
];

const thrown: Readonly<Record<string, string>> = {
  'sql.execute': 'a trigger of the database refused it',
  'sql.integrity_check': 'the database cannot be used: the file is not there',
};

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildSqlWorker();
});
afterAll(() => workers.remove());

const outcomes = {
  good: { success: 1, error_kind: null, error_message: null },
  refused: { success: 0, error_kind: 'invalid' },
  throwing: { success: 0, error_kind: 'tool' },
} as const;

/** A document that notes and tags can be put to. */
async function aDocument({ client }: TestCore): Promise<string> {
  const stored = await (await client('2025')).callTool({
    name: 'memory_store',
    arguments: { title: 'target', content: 'text' },
  });
  return String((stored.structuredContent as Args).document_id);
}

/** Raw messages of one client in an era: the same one can be sent twice, and one can be left. */
async function waysIn({ post, session }: TestCore, era: Era) {
  const live = era === '2025' ? await session('door-client', '4.2') : null;
  let id = 100;
  const headersFor = (body: string): Readonly<Record<string, string>> =>
    live ?? {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': (JSON.parse(body) as { params: { name: string } }).params.name,
    };
  return {
    body(name: string, args: Args): string {
      id += 1;
      const envelope = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'door-client', version: '4.2' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const meta = era === '2026' ? { _meta: envelope } : {};
      const params = { name, arguments: args, ...meta };
      return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    },
    post: (body: string) => post(body, headersFor(body)),
    /** @returns cancels it the way its era does, once the server has it */
    postAndLeave(body: string): () => Promise<void> {
      const gone = new AbortController();
      const sent = post(body, headersFor(body), gone.signal).catch(() => undefined);
      const { id: requestId } = JSON.parse(body) as { id: number };
      return async () => {
        // A later message on the same server is answered only after it took the earlier one in.
        const search = call('after', 'memory_search', { query: 'x' });
        const after = async () => void (await post(search, live ?? (await session())));
        await after();
        if (era === '2026') {
          gone.abort();
          await sent;
          // Nor is one that came after the end of the connection.
          await after();
        } else {
          const params = { requestId, reason: 'changed my mind' };
          await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params }, live ?? {});
        }
      };
    },
  };
}

describe('one door for writes', () => {
  it('is walked with every write tool that there is', () => {
    expect(tools.map(({ name }) => name)).toEqual([...writeTools, ...sqlWriteTools]);
  });

  it.each<Era>(['2025', '2026'])(
    'every write tool leaves one row per call, era %s',
    async (era) => {
      const { core, client, rows } = await sqlCore(workers);
      runSql(core.home, ...throwingTools);
      const connected = await client(era, 'door-client', '4.2');
      const stored = await connected.callTool({
        name: 'memory_store',
        arguments: { title: 'target', content: 'text' },
      });
      const chunk = String((stored.structuredContent as Args).document_id);

      for (const tool of tools) {
        for (const [kind, expected] of Object.entries(outcomes)) {
          const before = rows().length;
          const args = tool[kind as keyof typeof outcomes](chunk);
          const result = await connected.callTool({ name: tool.name, arguments: { ...args } });
          expect(result.isError ?? false).toBe(kind !== 'good');
          // Of work in another file the outcome follows the answer.
          await expect.poll(() => rows()[0]?.finished_ms).not.toBeNull();

          const now = rows();
          expect(now.length - before).toBe(1);
          expect(now[0]).toMatchObject({
            ...expected,
            tool_name: tool.name,
            client_info: 'mcp:door-client',
            client_version: '4.2',
            attempts: 1,
          } satisfies Partial<LedgerRow>);
          if (kind === 'throwing') {
            expect(now[0]?.error_message).toBe(thrown[tool.name] ?? 'a tool that throws');
          }
          expect(now[0]?.finished_ms).not.toBeNull();
          await expect(connected.listTools()).resolves.toBeTruthy();
        }
      }
      const expected = tools.length * 3 + 1;
      expect(rows()).toHaveLength(expected);
    },
  );

  it.each<Era>(['2025', '2026'])(
    'a call of every write tool that arrives twice is one row, and one cancelled while it waits is a failed one, era %s',
    async (era) => {
      const test = await sqlCore(workers);
      const chunk = await aDocument(test);
      const ways = await waysIn(test, era);
      for (const tool of tools) {
        const before = test.rows().length;
        const twice = ways.body(tool.name, tool.good(chunk));
        // Sent again while the first may still run, and once more when it is over.
        const [first, second] = await Promise.all([ways.post(twice), ways.post(twice)]);
        const third = await ways.post(twice);
        await expect.poll(() => test.rows()[0]?.attempts).toBe(3);
        expect([second.text, third.text]).toEqual([first.text, first.text]);
        expect(test.rows().length - before, tool.name).toBe(1);
        await expect.poll(() => test.rows()[0]?.success).toBe(1);

        const lock = holdLock(test.core.home);
        const waiting = ways.body(tool.name, tool.good(chunk));
        const cancel = ways.postAndLeave(waiting);
        await cancel();
        lock.release();
        await expect.poll(() => test.rows().length - before, { timeout: 15_000 }).toBe(2);
        expect(test.rows()[0]).toMatchObject({
          tool_name: tool.name,
          success: 0,
          error_kind: 'cancelled',
        });
      }
    },
  );

  it('a failed write changes nothing: its document is rolled back to before the tool', async () => {
    const { core, client, rows } = await testCore();
    runSql(core.home, ...throwingTools);
    const connected = await client('2025');
    await connected.callTool({ name: 'memory_store', arguments: { title: 'x', content: 'boom' } });
    const list = await connected.callTool({ name: 'tree_list', arguments: {} });
    expect(list.structuredContent).toEqual({ namespaces: [] });
    expect(rows()).toHaveLength(1);
  });

  it('reads leave no row, good or refused', async () => {
    const { client, rows } = await sqlCore(workers);
    const connected = await client('2025');
    await connected.callTool({ name: 'memory_search', arguments: { query: 'x' } });
    await connected.callTool({ name: 'tree_list', arguments: { limit: 'many' } });
    await connected.callTool({ name: 'tree_read_chunk', arguments: { chunk_id: 'none' } });
    await connected.callTool({ name: 'audit_tail', arguments: {} });
    await connected.callTool({ name: 'audit.tail', arguments: { n: 0 } });
    await connected.callTool({ name: 'sql_list_databases', arguments: {} });
    await connected.callTool({ name: 'sql_describe_database', arguments: { db: 'shop' } });
    await connected.callTool({ name: 'sql_query', arguments: { db: 'shop', sql: 'SELECT 1' } });
    await connected.callTool({ name: 'sql.query', arguments: { db: 'shop', sql: 'DELETE' } });
    expect(rows()).toEqual([]);
  });

  it('the recorder has one caller', () => {
    const root = new URL('../', import.meta.url);
    const callers = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/(\.test|\btesting\/.*)\.ts$/.test(path))
      .filter((path) => /(?<!\bz)\.record\(/.test(readFileSync(new URL(path, root), 'utf8')));
    expect(callers.map((path) => path.replaceAll('\\', '/'))).toEqual(['mcp/dispatch/perform.ts']);
  });
});
