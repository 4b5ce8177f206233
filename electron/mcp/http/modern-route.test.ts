import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { modernCall, testCore } from '../../testing/core.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8').trim();

const headersFor = (method: string, version = '2026-07-28', name?: string) => ({
  'mcp-protocol-version': version,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

describe('clients that never initialize (case a02)', () => {
  it('discover which versions there are', async () => {
    const { post } = await testCore();
    const reply = await post(fixture('a02_discover.json'), headersFor('server/discover'));
    expect(reply.status).toBe(200);
    expect(reply.json).toMatchObject({ result: { supportedVersions: ['2026-07-28'] } });
  });

  it('each row names the client of its own request, and an unknown one as unknown', async () => {
    const { post, rows } = await testCore();
    const [one = '', two = '', none = ''] = fixture('a02_modern_calls.jsonl').split('\n');
    for (const line of [one, two, none]) {
      const reply = await post(line, headersFor('tools/call', '2026-07-28', 'memory_store'));
      expect(reply.status).toBe(200);
    }
    const [third, second, first] = rows();
    expect(first).toMatchObject({ client_info: 'mcp:modern-client', client_version: '3.1' });
    expect(second).toMatchObject({ client_info: 'mcp:other-client', client_version: '0.9' });
    expect(third).toMatchObject({ client_info: 'mcp', client_name: null, client_version: null });
    expect(new Set(rows().map((row) => row.session_id)).size).toBe(3);
    expect(first).toMatchObject({ session_kind: 'gap', protocol_version: '2026-07-28' });
  });

  it('an unsupported version is refused with the supported ones', async () => {
    const { post, rows } = await testCore();
    const line = fixture('a02_modern_calls.jsonl').split('\n')[3] ?? '';
    const reply = await post(line, headersFor('tools/call', '2099-01-01', 'memory_store'));
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      id: 'm-4',
      error: { code: -32022, data: { supported: ['2026-07-28'] } },
    });
    expect(rows()).toEqual([]);
  });

  it.each([
    ['the method', { 'mcp-method': 'tools/list' }],
    ['the name', { 'mcp-name': 'memory_note' }],
    ['the version', { 'mcp-protocol-version': '2025-11-25' }],
  ])('headers that disagree with the body on %s are refused', async (_what, wrong) => {
    const { post, rows } = await testCore();
    const args = { title: 't', content: 'c' };
    const { message, headers } = modernCall(1, 'memory_store', args, { name: 'm', version: '1' });
    const reply = await post(message, { ...headers, ...wrong });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ error: { code: -32020 } });
    expect(rows()).toEqual([]);
  });

  it('missing headers are refused as well', async () => {
    const { post } = await testCore();
    const { message } = modernCall(1, 'memory_store', {}, { name: 'm', version: '1' });
    expect((await post(message)).json).toMatchObject({ error: { code: -32020 } });
  });

  it('a trace joins calls to one run', async () => {
    const { post, rows } = await testCore();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    for (const id of [1, 2]) {
      const args = { title: `t${id}`, content: 'c' };
      const client = { name: 'm', version: '1' };
      const { message, headers } = modernCall(id, 'memory_store', args, client, { traceparent });
      await post(message, headers);
    }
    for (const row of rows()) {
      expect(row).toMatchObject({
        session_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        session_kind: 'trace',
      });
    }
  });

  it('both eras are served at one address within a moment', async () => {
    const { client, rows } = await testCore();
    const [old, modern] = [await client('2025', 'old'), await client('2026', 'modern')];
    const args = { title: 't', content: 'c' };
    await old.callTool({ name: 'memory_store', arguments: args });
    await modern.callTool({ name: 'memory_store', arguments: args });
    expect(rows().map((row) => row.protocol_version)).toEqual(['2026-07-28', '2025-11-25']);
  });
});
