import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { homePaths } from '../home/paths.ts';
import { testCore } from '../testing/core.ts';
import { CONTROL_PATH } from './control-address.ts';

const running = async () => {
  const test = await testCore();
  const file = homePaths(test.core.home).controlToken;
  const token = readFileSync(file, 'utf8').trim();
  const ask = async (
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
    method = 'POST',
  ) => {
    const response = await fetch(new URL(CONTROL_PATH, test.url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Readonly<Record<string, unknown>>;
    return { status: response.status, answer };
  };
  return { ...test, file, token, ask };
};

test('what the command line asks, the running core answers, and what it changes is changed there', async () => {
  const { core, ask } = await running();
  const changed = await ask({ request: 'settings:set', args: { policy: { readOnly: true } } });
  expect(changed).toMatchObject({ status: 200, answer: { ok: true } });
  expect(core.settings().policy.readOnly).toBe(true);
  const read = await ask({ request: 'settings:get' });
  expect(read.answer).toEqual({ ok: true, value: core.settings() });
});

test('arguments pass the same schemas as in the window, and a refusal is a sentence', async () => {
  const { core, ask } = await running();
  const wrong = await ask({ request: 'settings:set', args: { port: 'x', other: 1 } });
  expect(wrong.status).toBe(200);
  expect(wrong.answer).toMatchObject({ ok: false, message: expect.stringContaining('port') });
  expect(core.settings().port).toBe(7465);
  for (const body of [
    '',
    'null',
    '[]',
    '{"request":5}',
    '{',
    '{"request":"settings:get","args":[]}',
  ]) {
    expect((await ask(body)).answer).toMatchObject({ ok: false });
  }
  for (const request of ['app:quit', 'export:start', 'writes:undo', 'toString', '__proto__']) {
    expect((await ask({ request, args: {} })).answer).toMatchObject({ ok: false });
  }
});

test('a client’s token does not open it: a paused client cannot resume itself', async () => {
  const { core, ask, file, token } = await running();
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(core.home, 'endpoint.json'), 'utf8')).not.toContain(token);
  const request = { request: 'settings:get' };
  const refused = await ask(request, { authorization: `Bearer ${core.token}` });
  expect(refused).toMatchObject({ status: 401, answer: { ok: false } });
});

test('the control token is no client’s: it opens no MCP', async () => {
  const { post, token } = await running();
  const reply = await post(
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { authorization: `Bearer ${token}` },
  );
  expect(reply.status).toBe(401);
});

test('pages, other methods, other bodies and long ones are refused before anything is read', async () => {
  const { ask } = await running();
  const request = { request: 'settings:get' };
  expect((await ask(request, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask(request, {}, 'GET')).status).toBe(405);
  expect((await ask(request, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await ask(`"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
});

test('whoever tries many tokens is told to wait, and the right one still works', async () => {
  const { core, ask, post } = await running();
  const statuses = new Set<number>();
  for (let tries = 0; tries < 40; tries += 1) {
    const wrong = { authorization: `Bearer wrong-${tries}` };
    const request = { request: 'settings:get' };
    statuses.add(
      tries % 2 === 0 ? (await ask(request, wrong)).status : (await post({}, wrong)).status,
    );
  }
  expect([...statuses].sort()).toEqual([401, 429]);
  expect((await ask({ request: 'settings:get' })).status).toBe(200);
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).not.toBe(429);
  expect(core.url).not.toBeNull();
});
