import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openReader } from './db/open.ts';
import { readEndpointFile } from './home/endpoint-file.ts';
import { homePaths } from './home/paths.ts';
import { cli } from './testing/cli-process.ts';
import { runCli } from './testing/run-cli.ts';
import { spawnServe } from './testing/serve-process.ts';
import { runSql, throwingTools } from './testing/side-door.ts';
import { tempHome } from './testing/temp-home.ts';

/** Each stands for a secret in another place; only the document itself may hold `content`. */
const sentinel = (place: string) => `SENTINEL-${place}-7f3a9c1e5b`;

const everyFile = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** The places in a home's files where a text stands. */
const filesWith = (home: string, text: string): readonly string[] =>
  everyFile(home).filter((path) => readFileSync(path).includes(text));

it('case d02: sentinels in arguments, headers, environment and errors are nowhere but in the document itself', async () => {
  const home = tempHome();
  const log = join(home, 'audit.jsonl');
  process.env.INKWATCH_TEST_SECRET = sentinel('env');
  const core = spawnServe(cli, home, '--audit-log', log);
  delete process.env.INKWATCH_TEST_SECRET;
  const { url } = await core.ready;
  const token = readEndpointFile(homePaths(home).endpoint)?.token ?? '';
  runSql(home, ...throwingTools);

  let id = 0;
  const post = async (
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly text: string; readonly session: string }> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-api-key': sentinel('header'),
        cookie: `session=${sentinel('cookie')}`,
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { text: await response.text(), session: response.headers.get('mcp-session-id') ?? '' };
  };
  const rpc = (method: string, params: unknown) => {
    id += 1;
    return { jsonrpc: '2.0', id, method, params };
  };
  const { session } = await post(
    rpc('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { experimental: { key: sentinel('capability') } },
      clientInfo: { name: 'claude-code', version: '1', apiKey: sentinel('client') },
    }),
  );
  const call = async (name: unknown, args: unknown, meta?: unknown) =>
    post(rpc('tools/call', { name, arguments: args, ...(meta ? { _meta: meta } : {}) }), {
      'mcp-session-id': session,
    });

  const content = sentinel('content');
  const stored = await call('memory_store', { title: 'Plan', content, tags: ['a'] });
  const chunk = /"document_id":"([^"]+)"/.exec(stored.text)?.[1] ?? '';
  await call('memory_note', { chunk_id: chunk, note_text: sentinel('note') });
  // Refused and failing calls: nothing of what they carried may stay.
  await call('memory_store', { title: { secret: sentinel('nested') }, content: 7 });
  await call('memory_store', { title: 'x', content: 'y', api_key: sentinel('unknown') });
  await call('memory_store', { title: 'boom', content: `boom ${sentinel('thrown')}` });
  await call('memory_note', { chunk_id: sentinel('no-chunk'), note_text: sentinel('lost') });
  await call('no_such_tool', { password: sentinel('password') });
  await call({ name: sentinel('name') }, {});
  await call('memory_store', sentinel('as-text'));
  await call('tree_tag', { chunk_id: chunk, tags: [{ token: sentinel('tag-object') }] });
  await call('memory_store', { title: 'm', content: 'c' }, { authorization: sentinel('meta') });
  await post(
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"x":"'.concat(sentinel('cut')),
  );
  await post(rpc('tools/list', {}), { authorization: `Bearer ${sentinel('token')}` });
  await post(rpc('tools/list', { cursor: sentinel('cursor') }), {
    'mcp-session-id': sentinel('sid'),
  });

  const csv = join(home, 'all.csv');
  expect(await runCli(['export', '--home', home, '--csv', csv])).toMatchObject({ code: 0 });
  const listed = await runCli(['list', '--home', home, '--json']);
  expect(listed.stdout).toContain('memory.store');

  // The write-ahead log, too, while it is open.
  const nowhere = [
    'env',
    'header',
    'cookie',
    'capability',
    'client',
    'nested',
    'unknown',
    'thrown',
    'lost',
    'password',
    'name',
    'as-text',
    'tag-object',
    'meta',
    'cut',
    'token',
    'cursor',
    'sid',
  ];
  const looked = () =>
    Object.fromEntries(nowhere.map((place) => [place, filesWith(home, sentinel(place))]));
  const clean = Object.fromEntries(nowhere.map((place) => [place, []]));
  expect(looked()).toEqual(clean);
  for (const text of [core.errors(), listed.stdout, listed.stderr]) {
    // A chunk's id is what a row is about; the client made this one up.
    expect(text.replaceAll(sentinel('no-chunk'), '')).not.toContain('SENTINEL-');
  }
  await core.end('SIGTERM');
  expect(looked()).toEqual(clean);
  expect(core.errors()).not.toContain('SENTINEL-');
  expect(core.errors()).not.toContain(token);

  // The document holds its content and the note; the ledger, its exports and its log do not.
  for (const place of ['content', 'note']) {
    const found = filesWith(home, sentinel(place)).map((path) => path.slice(home.length + 1));
    expect(found, place).toEqual(['inkwatch.db']);
  }
  const reader = openReader(homePaths(home).database);
  const rows = reader.all<Record<string, unknown>>('SELECT * FROM mcp_writes');
  reader.close();
  expect(rows.length).toBeGreaterThanOrEqual(10);
  const inRows = JSON.stringify(rows).match(/SENTINEL-[a-z-]+/g) ?? [];
  expect(new Set(inRows)).toEqual(new Set(['SENTINEL-no-chunk-']));
}, 180_000);
