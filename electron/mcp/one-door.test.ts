import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { sqlWriteTools, writeTools } from '../../shared/tools.ts';
import type { BuiltWorkers } from '../testing/build-workers.ts';
import { type Era, testCore } from '../testing/core.ts';
import { runSql, throwingTools } from '../testing/side-door.ts';
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
