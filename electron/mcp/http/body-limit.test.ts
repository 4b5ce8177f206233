import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { call, modernCall, testCore } from '../../testing/core.ts';

/** A write call of about this many bytes (case a14's generator). */
function bigCall(bytes: number): string {
  const head = JSON.stringify(call(1, 'memory_store', { title: 'big', content: '' }));
  const unit = 'ä😀 abc ';
  const content = unit.repeat(Math.floor((bytes - head.length) / Buffer.byteLength(unit)));
  return JSON.stringify(call(1, 'memory_store', { title: 'big', content }));
}

describe('bodies and their limit (case a14)', () => {
  it.each([90_000, 110_000, 4_000_000])('%i bytes are a normal document', async (bytes) => {
    const { post, session, rows } = await testCore();
    const reply = await post(bigCall(bytes), await session());
    expect(reply.json).toMatchObject({ result: { structuredContent: { version: 1 } } });
    expect(rows()).toMatchObject([{ success: 1 }]);
    expect(rows()[0]?.args_summary?.length).toBeLessThan(200);
  });

  it.each([5_000_000, 60_000_000])(
    '%i bytes are refused with a JSON-RPC error and a row that says the size',
    async (bytes) => {
      const { post, session, rows } = await testCore();
      const body = bigCall(bytes);
      const headers = await session('big-client');
      const reply = await post(body, headers);
      expect(reply.status).toBe(413);
      expect(reply.json).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } });

      await expect.poll(() => rows().length, { timeout: 5000 }).toBe(1);
      expect(rows()[0]).toMatchObject({
        error_kind: 'refused',
        tool_name: 'memory.store',
        client_info: 'mcp:big-client',
        args_summary: JSON.stringify({ body_bytes: Buffer.byteLength(body) }),
      });
      const next = call(2, 'memory_store', { title: 'small', content: 'c' });
      expect((await post(next, headers)).status).toBe(200);
    },
  );

  it('are told of in the stateless era as well, where the headers name the tool', async () => {
    const { post, rows } = await testCore();
    const client = { name: 'm', version: '1' };
    const args = { title: 'big', content: 'x'.repeat(5_000_000) };
    const { message, headers } = modernCall(1, 'memory.store', args, client);
    expect((await post(message, headers)).status).toBe(413);
    await expect.poll(() => rows().length).toBe(1);
    expect(rows()[0]).toMatchObject({ tool_name: 'memory.store', error_kind: 'refused' });
  });

  it('that are no write leave no row', async () => {
    const { post, session, rows } = await testCore();
    const headers = await session();
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: { x: 'y'.repeat(5_000_000) } };
    expect((await post(ping, headers)).status).toBe(413);
    const search = call(2, 'memory_search', { query: 'y'.repeat(5_000_000) });
    expect((await post(search, headers)).status).toBe(413);
    const write = call(3, 'memory_store', { title: 't', content: 'c' });
    expect((await post(write, headers)).status).toBe(200);
    expect(rows()).toMatchObject([{ success: 1 }]);
  });

  it('without end are answered and cut', async () => {
    const { core, url } = await testCore();
    const status = await new Promise<number>((resolve, reject) => {
      const endless = request(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${core.token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
      });
      const chunk = Buffer.alloc(256 * 1024, 'x');
      let answered = 0;
      const more = () => {
        if (!endless.destroyed) endless.write(chunk, () => setImmediate(more));
      };
      endless.on('response', (response) => {
        answered = response.statusCode ?? 0;
        response.resume();
      });
      // The server ends it; the client would go on for ever.
      endless.on('close', () => resolve(answered));
      endless.on('error', (error) => (answered === 0 ? reject(error) : resolve(answered)));
      more();
    });
    expect(status).toBe(413);
  });

  it('that ask first are refused before they are sent', async () => {
    const { core, url } = await testCore();
    const { status, continued } = await new Promise<{ status: number; continued: boolean }>(
      (resolve, reject) => {
        let continued = false;
        const asking = request(url, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${core.token}`,
            'content-type': 'application/json',
            'content-length': 50_000_000,
            expect: '100-continue',
          },
        });
        asking.on('continue', () => {
          continued = true;
        });
        asking.on('response', (response) => {
          resolve({ status: response.statusCode ?? 0, continued });
          asking.destroy();
        });
        asking.on('error', reject);
        asking.flushHeaders();
      },
    );
    expect(status).toBe(413);
    expect(continued).toBe(false);
  });

  it('follow the setting at once', async () => {
    const { core, post, session } = await testCore();
    const headers = await session();
    core.changeSettings({ bodyLimitBytes: 64_000 });
    expect((await post(bigCall(70_000), headers)).status).toBe(413);
  });
});
