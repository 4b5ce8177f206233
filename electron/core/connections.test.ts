import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionChange, ConnectionView } from '../../shared/connections.ts';
import { createCore } from '../core.ts';
import { openReader } from '../db/open.ts';
import { connectionRows } from '../db/readers/connections.ts';
import { homePaths } from '../home/paths.ts';
import { type BuiltWorkers, buildWorkers } from '../testing/build-workers.ts';
import { call, modernCall, type TestCore, testCore } from '../testing/core.ts';
import { tempHome } from '../testing/temp-home.ts';

let workers: BuiltWorkers;
beforeAll(async () => {
  workers = await buildWorkers({ 'read-worker': 'db/read-worker.ts' });
});
afterAll(() => workers.remove());

const serving = (home = tempHome()) => testCore({ home, workerFolder: workers.folder });

const ask = async (test: TestCore) => {
  const { requests } = test.core;
  const [list, change, revoke] = [
    requests['connections:list'],
    requests['connections:change'],
    requests['connections:revoke'],
  ];
  if (list === undefined || change === undefined || revoke === undefined) throw new Error('none');
  return {
    list: () => Promise.resolve(list({})),
    view: async (id: string): Promise<ConnectionView> => {
      const found = (await list({})).find(({ client_id }) => client_id === id);
      if (found === undefined) throw new Error(`no connection ${id}`);
      return found;
    },
    change: async (given: ConnectionChange) => change(given as Parameters<typeof change>[0]),
    revoke: async (id: string) => revoke({ client_id: id }),
  };
};

const store = (id: number, title = 'T', more: Readonly<Record<string, unknown>> = {}) =>
  call(id, 'memory.store', { title, content: 'c', reason: 'because', ...more });

const refusal = (reply: { readonly json?: Readonly<Record<string, unknown>> | undefined }) =>
  reply.json?.result as
    | { readonly isError?: boolean; readonly content: readonly { readonly text: string }[] }
    | undefined;

describe('a connection of its own', () => {
  test('its rows carry its id in both eras, and it is known by its token whatever the client says', async () => {
    const test = await serving();
    const { id, headers } = await test.connection('Cursor');
    const session = await test.session('claude-code', '2.1', headers);
    await test.post(store(1), session);
    const modern = modernCall(
      1,
      'memory.store',
      { title: 'M', content: 'c' },
      { name: 'cursor', version: '3' },
    );
    await test.post(modern.message, { ...modern.headers, ...headers });
    await test.post(store(2, 'home'), await test.session('cursor', '3'));
    expect(test.rows().map((row) => [row.client_id, row.client_name])).toEqual([
      ['home', 'cursor'],
      [id, 'cursor'],
      [id, 'claude-code'],
    ]);
    const { view, list } = await ask(test);
    expect(await view(id)).toMatchObject({
      name: 'Cursor',
      counts: { writes: 2, failures: 0, last_hour: 2 },
      paused: false,
      revoked_ms: null,
      clients: [
        { client_name: 'cursor', client_version: '3', agrees: 'agree', writes: 1 },
        { client_name: 'claude-code', client_version: '2.1', agrees: 'disagree', writes: 1 },
      ],
    });
    expect((await view(id)).last_seen_ms).toBeGreaterThan(Date.now() - 60_000);
    expect((await list()).map(({ name }) => name)).toEqual(['This computer', 'Cursor']);
    const detail = await test.core.reads.detail(1);
    expect(detail?.connection).toEqual({ client_id: id, name: 'Cursor', agrees: 'disagree' });
  });

  test('its token is 256 bits, and nothing but its hash is kept', async () => {
    const test = await serving();
    const { token, headers } = await test.connection('Zed');
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    await test.post(store(1), await test.session('zed', '1', headers));
    await test.core.close();
    const paths = homePaths(test.core.home);
    for (const file of [paths.database, paths.settings, paths.endpoint]) {
      const bytes = readFileSync(file, { flag: 'a+' });
      expect(bytes.includes(token)).toBe(false);
    }
    const reader = openReader(paths.database);
    const [, row] = connectionRows(reader);
    reader.close();
    expect(row?.token_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(row?.last_seen_ms).not.toBeNull();
  });

  test('it works after a restart, too', async () => {
    const home = tempHome();
    const first = await serving(home);
    const { id, headers } = await first.connection('Zed');
    await first.core.close();
    const second = await serving(home);
    await second.post(store(1), await second.session('zed', '1', headers));
    expect(second.rows()[0]?.client_id).toBe(id);
  });

  test('two connections never have one name, whatever its case; a revoked one frees its name', async () => {
    const test = await serving();
    const { revoke, change } = await ask(test);
    const { id } = await test.connection('Cursor');
    await expect(test.connection(' cursor ')).rejects.toThrow('There is a connection');
    await expect(test.connection('this computer')).rejects.toThrow('There is a connection');
    await expect(test.connection(id)).rejects.toThrow('is the id of another connection');
    const other = await test.connection('Zed');
    await expect(change({ client_id: other.id, name: 'CURSOR' })).rejects.toThrow('already');
    await change({ client_id: other.id, name: 'ZED' });
    await revoke(id);
    await test.connection('Cursor');
  });

  test('a name is shown on one line with nothing hidden in it', async () => {
    const test = await serving();
    const { view } = await ask(test);
    const { id } = await test.connection('a\u202eb\nc');
    expect((await view(id)).name).toBe('a\\u{202e}b c');
  });
});

describe('a revoked connection', () => {
  test('its token is refused at once, its sessions and streams end, and others go on', async () => {
    const test = await serving();
    const { revoke, view, change } = await ask(test);
    const { id, headers } = await test.connection('Cursor');
    const session = await test.session('cursor', '1', headers);
    const other = await test.session('zed', '1');
    const stream = await fetch(test.url, { headers: { ...session, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const streamed = stream.text().then(
      () => 'ended',
      () => 'ended',
    );
    await revoke(id);
    expect(await streamed).toBe('ended');
    const reply = await test.post(store(1), session);
    expect(reply.status).toBe(401);
    expect(reply.text).toContain('took this connection back');
    expect((await test.post(store(1), other)).status).toBe(200);
    expect(test.rows()).toHaveLength(1);
    expect((await view(id)).revoked_ms).not.toBeNull();
    await expect(revoke(id)).rejects.toThrow('was revoked');
    await expect(change({ client_id: id, paused: false })).rejects.toThrow('was revoked');
  });

  test('its streams of the era without sessions end, too', async () => {
    const test = await serving();
    const { revoke } = await ask(test);
    const { id, headers } = await test.connection('Cursor');
    const listen = (own: Readonly<Record<string, string>>) =>
      fetch(test.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'subscriptions/listen',
          ...own,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'subscriptions/listen',
          params: {
            notifications: { toolsListChanged: true },
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientCapabilities': {},
            },
          },
        }),
      });
    const [mine, other] = [
      await listen(headers),
      await listen({ authorization: `Bearer ${test.core.token}` }),
    ];
    expect(mine.headers.get('content-type')).toContain('text/event-stream');
    const ended = { mine: false, other: false };
    const over = (which: 'mine' | 'other', stream: Response) =>
      stream.text().then(
        () => {
          ended[which] = true;
        },
        () => {
          ended[which] = true;
        },
      );
    const done = over('mine', mine);
    void over('other', other);
    await revoke(id);
    await done;
    expect(ended).toEqual({ mine: true, other: false });
  });

  test('it stays revoked after a restart', async () => {
    const home = tempHome();
    const first = await serving(home);
    const { id, headers } = await first.connection('Cursor');
    await (await ask(first)).revoke(id);
    await first.core.close();
    const second = await serving(home);
    expect((await second.post(store(1), headers)).status).toBe(401);
  });

  test('the home’s own cannot be revoked', async () => {
    const { revoke } = await ask(await serving());
    await expect(revoke('home')).rejects.toThrow('Pause it instead');
  });
});

describe('policy', () => {
  test('a paused connection’s writes are refused rows with a message for the agent; reads and others go on', async () => {
    const test = await serving();
    const { change } = await ask(test);
    const { id, headers } = await test.connection('Cursor');
    const session = await test.session('cursor', '1', headers);
    await change({ client_id: id, paused: true });
    const refused = await test.post(store(1), session);
    expect(refused.status).toBe(200);
    expect(refusal(refused)).toMatchObject({ isError: true });
    expect(refusal(refused)?.content[0]?.text).toMatch(/paused by the person.*Do not retry/);
    expect(test.rows()[0]).toMatchObject({
      error_kind: 'refused',
      error_message: 'This connection is paused',
      client_id: id,
      reason: 'because',
      success: 0,
      resulting_chunk_id: null,
    });
    const read = await test.post(call(2, 'tree.list', {}), session);
    expect(refusal(read)?.isError).toBeUndefined();
    await test.post(store(1), await test.session('zed'));
    expect(test.rows()[0]).toMatchObject({ success: 1, client_id: 'home' });
    await change({ client_id: id, paused: false });
    await test.post(store(3), session);
    expect(test.rows()[0]).toMatchObject({ success: 1, client_id: id });
  });

  test('read-only mode refuses every client, in both eras, and the person’s own undo still works', async () => {
    const test = await serving();
    const session = await test.session('zed');
    await test.post(store(1), session);
    test.core.changeSettings({ policy: { readOnly: true } });
    expect(refusal(await test.post(store(2, 'U'), session))?.content[0]?.text).toContain(
      'read-only mode',
    );
    const modern = modernCall(
      1,
      'tree.tag',
      { chunk_id: 'd1-x', tags: ['a'] },
      { name: 'zed', version: '1' },
    );
    const reply = await test.post(modern.message, modern.headers);
    expect(refusal(reply)?.content[0]?.text).toContain('read-only mode');
    expect(test.rows().map(({ error_kind }) => error_kind)).toEqual(['refused', 'refused', null]);
    expect(await test.core.undo(1)).toMatchObject({ undone: true });
  });

  test('a pinned connection writes to its namespace only, and there without naming it', async () => {
    const test = await serving();
    const { change, view } = await ask(test);
    const elsewhere = await test.post(store(1, 'Elsewhere'), await test.session('zed'));
    const chunk = (
      JSON.parse(refusal(elsewhere)?.content[0]?.text ?? '') as { document_id: string }
    ).document_id;
    const { id, headers } = await test.connection('Cursor');
    const session = await test.session('cursor', '1', headers);
    await change({ client_id: id, pinned_namespace: 'project-x' });
    expect((await view(id)).pinned).toEqual({
      kind: 'namespace',
      name: 'project-x',
      label: { state: 'absent' },
    });
    const named = await test.post(store(1, 'A', { namespace: 'mcp' }), session);
    expect(refusal(named)?.content[0]?.text).toContain('“project-x” only');
    const noted = await test.post(
      call(2, 'memory.note', { chunk_id: chunk, note_text: 'n' }),
      session,
    );
    const tagged = await test.post(call(3, 'tree.tag', { chunk_id: chunk, tags: ['t'] }), session);
    expect([refusal(noted)?.isError, refusal(tagged)?.isError]).toEqual([true, true]);
    expect(test.rows().map(({ error_kind }) => error_kind)).toEqual([
      'refused',
      'refused',
      'refused',
      null,
    ]);
    await test.post(store(4, 'B'), session);
    await test.post(store(5, 'C', { namespace: 'project-x' }), session);
    expect(test.rows({ limit: 2 })).toMatchObject([
      { success: 1, namespace: 'project-x' },
      { success: 1, namespace: 'project-x', args_summary: expect.stringContaining('project-x') },
    ]);
    expect((await view(id)).pinned?.label).toEqual({ state: 'present' });
    const own = test.rows({ limit: 1 })[0]?.resulting_chunk_id ?? '';
    await test.post(call(6, 'memory.note', { chunk_id: own, note_text: 'n' }), session);
    expect(test.rows({ limit: 1 })[0]).toMatchObject({ success: 1, namespace: 'project-x' });
  });

  test('the hourly limit is exact under parallel calls, counts failed writes and no refused ones', async () => {
    const test = await serving();
    const { change, view } = await ask(test);
    const { id, headers } = await test.connection('Cursor');
    const session = await test.session('cursor', '1', headers);
    await change({ client_id: id, writes_per_hour: 10 });
    await test.post(store(100, ''), session);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, n) => test.post(store(n, `T${n}`), session)),
    );
    const limited = replies.filter((reply) => refusal(reply)?.isError === true);
    expect(limited).toHaveLength(21);
    expect(refusal(limited[0] ?? {})?.content[0]?.text).toMatch(
      /10 writes per hour.*Wait 60 minutes/,
    );
    const kinds = test.rows().map(({ error_kind }) => error_kind);
    expect(kinds.filter((kind) => kind === null)).toHaveLength(9);
    expect(kinds.filter((kind) => kind === 'invalid')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'refused')).toHaveLength(21);
    expect((await view(id)).counts).toMatchObject({ last_hour: 10, writes: 31, failures: 22 });
    await change({ client_id: id, writes_per_hour: 11 });
    await test.post(store(200, 'more'), session);
    expect(test.rows()[0]?.success).toBe(1);
  });

  test('a restart does not reset the hourly limit; the person’s undo neither counts nor is kept', async () => {
    const home = tempHome();
    const first = await serving(home);
    first.core.changeSettings({ policy: { writesPerHour: 3 } });
    const session = await first.session('zed');
    await first.post(store(1, 'A'), session);
    await first.post(store(2, 'B'), session);
    await first.core.undo(1);
    await first.core.close();
    const second = await serving(home);
    const again = await second.session('zed');
    await second.post(store(1, 'C'), again);
    const refused = await second.post(store(2, 'D'), again);
    expect(refusal(refused)?.content[0]?.text).toContain('3 writes per hour');
    expect(await second.core.undo(2)).toMatchObject({ undone: true });
    await second.core.close();
    const third = await serving(home);
    const refusedToo = await third.post(store(1, 'E'), await third.session('zed'));
    expect(refusal(refusedToo)?.isError).toBe(true);
    expect(third.rows()[0]).toMatchObject({ error_message: 'Over the limit of 3 writes per hour' });
  });

  test('a refused call that comes again is one row, and the call itself once it is let through', async () => {
    const test = await serving();
    const { change } = await ask(test);
    const session = await test.session('zed');
    await change({ client_id: 'home', paused: true });
    await test.post(store(1), session);
    await test.post(store(1), session);
    expect(test.rows()).toMatchObject([{ error_kind: 'refused', attempts: 2 }]);
    await change({ client_id: 'home', paused: false });
    await test.post(store(1), session);
    await test.post(store(1), session);
    expect(test.rows()).toMatchObject([{ success: 1, attempts: 2 }, { error_kind: 'refused' }]);
  });

  test('without a core, what is asked on a home is done on the same home', async () => {
    const home = tempHome();
    const core = await createCore({ home, version: '1', serves: false, logLevel: 'silent' });
    const added = await core.requests['connections:add']?.({ name: 'Cursor' });
    expect(core.url).toBeNull();
    expect(added?.entries).toEqual([]);
    await core.close();
    const test = await serving(home);
    const reply = await test.post(call(1, 'memory.store', {}), {
      authorization: `Bearer ${added?.token}`,
    });
    expect(reply.status).not.toBe(401);
  });
});
