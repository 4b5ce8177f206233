import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { call, modernCall, testCore } from '../testing/core.ts';

const lines = (name: string): readonly string[] =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n');
const parsed = (name: string) => lines(name).map((line) => JSON.parse(line) as Message);

interface Message {
  readonly id: number;
  readonly params: { readonly name: string; readonly arguments: Record<string, unknown> };
}

const errorCode = (json: unknown) => (json as { error?: { code?: number } }).error?.code;
const isToolError = (json: unknown) =>
  (json as { result?: { isError?: boolean } }).result?.isError === true;

describe('arguments that are no object (case a04)', () => {
  it('spoil that message only; each refused write is a failed row', async () => {
    const { post, session, rows } = await testCore();
    const [first, second] = [await session('first'), await session('second')];
    const answers = new Map<string, unknown>();
    for (const line of lines('a04_arguments_shapes.jsonl')) {
      answers.set(line, (await post(line, first)).json);
      const ping = await post({ jsonrpc: '2.0', id: 'ping', method: 'ping' }, first);
      expect(ping.json).toMatchObject({ result: {} });
      const write = call(`w${answers.size}`, 'memory_store', { title: 'other', content: 'x' });
      expect((await post(write, second)).json).toMatchObject({ result: { structuredContent: {} } });
    }
    const byId = (id: number) => [...answers].find(([line]) => line.includes(`"id":${id},`))?.[1];
    for (const id of [1, 2, 5, 6, 10, 11]) expect(errorCode(byId(id))).toBe(-32602);
    // null and absent mean {}: the tool itself says what is missing.
    for (const id of [3, 4, 7, 8, 9]) expect(isToolError(byId(id))).toBe(true);
    for (const bare of ['"a bare JSON string"', '7', 'null']) {
      expect(errorCode(answers.get(bare))).toBe(-32600);
    }
    const refused = rows({ success_only: false });
    expect(refused).toHaveLength(11);
    for (const row of refused) {
      expect(row).toMatchObject({ error_kind: 'invalid', client_info: 'mcp:first' });
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('duplicate keys: the last one wins, as in JSON.parse', async () => {
    const { post, session, rows } = await testCore();
    const text =
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"memory_store","arguments":{"title":"a","title":"b","content":"c"}}}';
    await post(text, await session());
    expect(rows()[0]?.args_summary).toContain('"title":"b"');
  });

  it('are refused in the stateless era, too, with a row', async () => {
    const { post, rows } = await testCore();
    const { message, headers } = modernCall(1, 'memory_store', 'text', { name: 'm', version: '1' });
    const reply = await post(message, headers);
    expect(errorCode(reply.json)).toBe(-32602);
    expect(rows()[0]).toMatchObject({ client_info: 'mcp:m', error_kind: 'invalid' });
  });
});

describe('text that hides something (case a15)', () => {
  it('is stored whole and comes back whole, with lone surrogates replaced', async () => {
    const { post, session, client, rows } = await testCore();
    const headers = await session();
    for (const line of lines('a15_hostile_text.jsonl')) {
      expect((await post(line, headers)).json).toMatchObject({ result: { structuredContent: {} } });
    }
    expect(rows({ success_only: true })).toHaveLength(12);
    const reader = await client('2025');
    for (const row of rows()) {
      const read = await reader.callTool({
        name: 'tree_read_chunk',
        arguments: { chunk_id: row.resulting_chunk_id },
      });
      const sent = parsed('a15_hostile_text.jsonl').find(
        ({ id }) => `"id":${id},` && row.id === id,
      );
      const content = String(sent?.params.arguments.content).toWellFormed().trim();
      expect(read.structuredContent).toMatchObject({ content });
    }
  });

  it('in bytes that are no UTF-8 spoils that message only', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const bytes = readFileSync(new URL('./fixtures/a15_invalid_utf8.bin', import.meta.url));
    const reply = await post(bytes, headers);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ id: null, error: { code: -32700 } });
    const next = await post({ jsonrpc: '2.0', id: 2, method: 'ping' }, headers);
    expect(next.json).toMatchObject({ id: 2, result: {} });
    expect(rows()).toEqual([]);
  });
});

describe('many writes at the same moment (case b01)', () => {
  it.each([1, 4])(
    'twenty over %i sessions: twenty documents, answers and rows',
    async (sessions) => {
      const { post, session, rows, client } = await testCore();
      const headers = await Promise.all(Array.from({ length: sessions }, () => session()));
      const calls = parsed('b01_parallel_writes.jsonl');
      const answers = await Promise.all(
        calls.map((message, at) => post(message, headers[at % sessions] ?? {})),
      );
      const ids = answers.map(
        ({ json }) =>
          (json as { result: { structuredContent: { document_id: string } } }).result
            .structuredContent.document_id,
      );
      expect(new Set(ids).size).toBe(20);
      const written = rows({ success_only: true });
      expect(new Set(written.map((row) => row.resulting_chunk_id))).toEqual(new Set(ids));
      expect(written).toHaveLength(20);
      const reader = await client('2025');
      const list = await reader.callTool({ name: 'tree_list', arguments: {} });
      expect(list.structuredContent).toMatchObject({ namespaces: [{ documents: 20 }] });
    },
  );
});

describe('what rows say of a call', () => {
  it('a failed result is a failure, however it travelled (case d01)', async () => {
    const { client, rows } = await testCore();
    const connected = await client('2025');
    await connected.callTool({
      name: 'memory_note',
      arguments: { chunk_id: 'none', note_text: 'x' },
    });
    await expect(connected.callTool({ name: 'no_such', arguments: {} })).rejects.toThrow(
      'Unknown tool: no_such',
    );
    expect(rows({ success_only: false })).toMatchObject([
      { tool_name: 'no_such', error_kind: 'invalid', error_message: 'Unknown tool' },
      { tool_name: 'memory.note', error_kind: 'invalid' },
    ]);
    expect(rows({ success_only: true })).toEqual([]);
  });

  it('no value of a refused call: names that are no identifiers are redacted, too (case d02)', async () => {
    const { post, session, rows } = await testCore();
    const text = readFileSync(new URL('./fixtures/d02_secrets.json', import.meta.url), 'utf8');
    const reply = await post(text, await session());
    expect(isToolError(reply.json)).toBe(true);
    const [row] = rows();
    expect(JSON.stringify(row)).not.toContain('SENTINEL-');
    expect(row?.args_summary).toContain('"tokenCount"');
    expect(row?.args_summary).toContain('"[redacted]"');
  });

  it('the name of an unknown tool, cleaned and capped (case a11)', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    for (const [at, name] of ['a b', 'über_tool', '', `x\u202e${'y'.repeat(500)}`].entries()) {
      expect(errorCode((await post(call(at, name, {}), headers)).json)).toBe(-32602);
    }
    const names = rows().map((row) => row.tool_name);
    expect(names.slice(1)).toEqual(['unknown', 'über_tool', 'a b']);
    expect(names[0]).toMatch(/^x\\u\{202e\}y+$/);
    expect(names[0]?.length).toBe(128);
  });

  it('the reason: of the argument, else of _meta, cut at 1,000 characters and then said so', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const meta = {
      'io.modelcontextprotocol/aiInvocation': {
        invocationReason: { text: 'from meta' },
        model: 'm-1',
        turnId: 't-1',
      },
    };
    const args = { title: 't', content: 'c' };
    await post(call(1, 'memory_store', { ...args, reason: 'from argument' }, meta), headers);
    await post(call(2, 'memory_store', { ...args, reason: '  ' }, meta), headers);
    await post(call(3, 'memory_store', args, meta), headers);
    await post(call(4, 'memory_store', { ...args, reason: 'é'.repeat(1500) }), headers);
    const [long, bare, blank, argument] = rows();
    expect(argument).toMatchObject({ reason: 'from argument', model: 'm-1', turn_id: 't-1' });
    expect(blank?.reason).toBe('from meta');
    expect(bare?.reason).toBe('from meta');
    expect(long?.reason).toBe('é'.repeat(1000));
    expect(long?.args_summary).toContain('"reason_length":1500');
  });

  it('client, version, connection, transport and run, on each of them (case d10)', async () => {
    const { client, rows } = await testCore();
    for (const version of ['1.2', '1.3']) {
      const connected = await client('2025', 'X', version);
      for (let n = 0; n < 5; n += 1) {
        await connected.callTool({
          name: 'memory_store',
          arguments: { title: `${version} ${n}`, content: 'c' },
        });
      }
    }
    const all = rows();
    expect(all).toHaveLength(10);
    for (const row of all) {
      expect(row).toMatchObject({
        client_info: 'mcp:x',
        client_name: 'X',
        client_id: 'home',
        transport: 'http',
        session_kind: 'transport',
      });
      expect(row.session_id).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(new Set(all.map((row) => `${row.client_version} ${row.session_id}`)).size).toBe(2);
  });
});
