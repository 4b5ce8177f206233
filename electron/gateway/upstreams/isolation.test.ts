import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../../testing/temp-home.ts';
import {
  call,
  hello,
  logged,
  oddConfig,
  testUpstreams,
  until,
} from '../../testing/upstreams/odd-upstreams.ts';
import { usualRetries } from './health.ts';
import { listAll } from './list-all.ts';

const quick = { connectTimeoutMs: 1000 };
const noRetries = {
  retries: { ...usualRetries, firstMs: 60_000, longestMs: 60_000, mostFailures: 5 },
};

describe('a server that is not as it should be', () => {
  it('h01: costs the others nothing, whichever way it fails', async () => {
    const upstreams = testUpstreams([
      oddConfig('ok'),
      { ...oddConfig('refused'), kind: 'http', url: 'http://127.0.0.1:1/mcp', headers: {} },
      oddConfig('hangs', { silent: ['initialize'] }, quick),
      oddConfig('dies', { crashAtStart: true }),
      oddConfig('absent', {}, { command: 'no-such-program-here' }),
      oddConfig('crashes', { crashAt: 1 }),
    ] as never);
    upstreams.start();
    const started = performance.now();
    const ok = upstreams.shared('ok');
    const listed = ok === null ? null : await listAll(ok, 'tools/list');
    expect(listed).toMatchObject({ missing: null, items: [{ value: { name: 'tool-0' } }] });
    expect(performance.now() - started).toBeLessThan(3000);
    const states = await until(
      () => Object.fromEntries(upstreams.list().map((one) => [one.name, one])),
      ({ hangs, refused, absent }) =>
        [hangs, refused, absent].every((one) => one?.state === 'down'),
    );
    expect(states.refused?.why).toContain('connection refused');
    expect(states.hangs?.why).toContain('did not answer within');
    expect(states.absent?.why).toContain('"no-such-program-here" was not found (searched in ');
    expect(states.ok?.state).toBe('ready');

    const crashes = upstreams.shared('crashes');
    const answer = crashes === null ? null : await call(crashes);
    expect(answer).toMatchObject({ kind: 'unknown', reason: 'cut', why: 'it ended with code 7' });
    expect(ok === null ? null : await call(ok)).toMatchObject({ kind: 'result' });
  });

  it('d08: that ends in a call leaves it unknown, and the call is not made again', async () => {
    for (const afterWork of [true, false]) {
      const log = join(tempHome(), 'log');
      const upstreams = testUpstreams([oddConfig('odd', { crashAt: 2, afterWork, log })]);
      const session = upstreams.open('odd', hello(), () => {});
      expect(await call(session)).toMatchObject({ kind: 'result' });
      const [lost, beside] = await Promise.all([
        call(session, '{"a":1}'),
        call(session, '{"b":1}'),
      ]);
      expect(lost).toMatchObject({ kind: 'unknown', reason: 'cut' });
      expect(beside).toMatchObject({ kind: 'unknown', reason: 'cut' });
      // The session of the client lives on: its next call starts the server again.
      expect(await call(session, '{"c":1}')).toMatchObject({ kind: 'result' });
      expect(logged(log, 'started')).toHaveLength(2);
      expect(logged(log, 'did')).toEqual(
        afterWork ? ['{}', '{"a":1}', '{"c":1}'] : ['{}', '{"c":1}'],
      );
      expect(upstreams.state('odd')).toMatchObject({ state: 'ready', restarts: 1 });
    }
  });

  it('is opened again as the client had set it up', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { crashAt: 1, log })]);
    const session = upstreams.open('odd', hello(), () => {});
    await session.open();
    session.notify('notifications/initialized', null);
    await session.request('logging/setLevel', '{"level":"debug"}');
    await session.request('resources/subscribe', '{"uri":"a:b"}');
    await call(session);
    const before = logged(log, 'got').length;
    await session.open();
    await until(
      () =>
        logged(log, 'got')
          .slice(before)
          .map((line) => JSON.parse(line).method),
      (methods) => methods.length === 4,
    ).then((methods) =>
      expect(methods).toEqual([
        'initialize',
        'notifications/initialized',
        'logging/setLevel',
        'resources/subscribe',
      ]),
    );
  });

  it('that ends each time is started again with pauses, and then left alone, and says why', async () => {
    const log = join(tempHome(), 'log');
    const env = { ODD_KEY: 'SENTINEL-key-1' };
    const upstreams = testUpstreams([oddConfig('odd', { crashAtStart: true, log }, { env })]);
    upstreams.start();
    const state = await until(
      () => upstreams.state('odd'),
      (now) => now?.state === 'down' && now.retry_ms === null,
    );
    expect(state?.why).toContain('ended 5 times in a row and is not started again by itself');
    expect(state?.why).toContain('It ended with code 3');
    expect(state?.why).toContain('cannot open the database (key [redacted])');
    expect(logged(log, 'started')).toHaveLength(5);
    const downs = upstreams.states.filter(({ retry_ms }) => retry_ms !== null);
    const waits = downs.map(({ since_ms, retry_ms }) => (retry_ms ?? 0) - since_ms);
    expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 2);

    const shared = upstreams.shared('odd');
    const answer = shared === null ? null : await call(shared);
    expect(answer).toMatchObject({ kind: 'failed', reason: 'down' });
    expect(logged(log, 'started')).toHaveLength(5);
    // A person's word starts it anew.
    upstreams.start('odd');
    await until(
      () => logged(log, 'started').length,
      (count) => count > 5,
    );
  });

  it('that does not answer a call costs that call only', async () => {
    const upstreams = testUpstreams([
      oddConfig('odd', { silent: ['tools/call'] }, { callTimeoutMs: 200 }),
    ]);
    const session = upstreams.open('odd', hello(), () => {});
    expect(await call(session)).toMatchObject({
      kind: 'unknown',
      reason: 'timeout',
      why: 'it did not answer within 0.2 s',
    });
    expect(upstreams.state('odd')).toMatchObject({
      state: 'degraded',
      why: 'A call (tools/call) had no answer within 0.2 s',
    });
    expect(await session.request('tools/list', null)).toMatchObject({ kind: 'result' });
  });

  it('that sends a line without an end is ended, and memory stays', async () => {
    const limit = { messageLimitBytes: 1_000_000 };
    const upstreams = testUpstreams(
      [oddConfig('odd', { endless: true, silent: ['initialize'] }, limit)],
      {
        limits: noRetries,
      },
    );
    const before = process.memoryUsage().arrayBuffers;
    await expect(upstreams.open('odd', hello(), () => {}).open()).rejects.toThrow(
      'It sent a line without an end',
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
    expect(upstreams.state('odd')?.state).toBe('down');
  });

  it('whose answer is over the limit costs that call only', async () => {
    const limit = { messageLimitBytes: 100_000 };
    const upstreams = testUpstreams([oddConfig('odd', { answerBytes: 150_000 }, limit)]);
    const session = upstreams.open('odd', hello(), () => {});
    expect(await call(session)).toMatchObject({
      kind: 'unknown',
      reason: 'cut',
      why: 'it sent a message that is larger than the limit',
    });
    expect(await session.request('tools/list', null)).toMatchObject({ kind: 'result' });
    expect(upstreams.state('odd')).toMatchObject({ state: 'degraded' });
  });

  it('that does not read its input is refused more, and its calls are not kept for ever', async () => {
    const more = { messageLimitBytes: 100_000, connectTimeoutMs: 500 };
    const upstreams = testUpstreams([oddConfig('odd', { deaf: true }, more)], {
      limits: noRetries,
    });
    await expect(upstreams.open('odd', hello(), () => {}).open()).rejects.toThrow(
      'It did not answer within 0.',
    );
  });

  it('that closes its output is over, though it still runs', async () => {
    const upstreams = testUpstreams([oddConfig('odd', { closeOutputAt: 1, stubborn: true })]);
    const session = upstreams.open('odd', hello(), () => {});
    await session.open();
    expect(await call(session)).toMatchObject({ kind: 'unknown', why: 'it closed its output' });
  });

  it('that is stopped, restarted or changed meanwhile costs no client its session', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { log })]);
    const heard: string[] = [];
    const session = upstreams.open('odd', hello(), ({ method }) => heard.push(method));
    await session.open();
    session.notify('notifications/initialized', null);
    await session.request('logging/setLevel', '{"level":"debug"}');
    await upstreams.stop('odd');
    expect(await call(session)).toMatchObject({ kind: 'failed', why: 'It was stopped by hand' });
    await upstreams.restart('odd');
    expect(await call(session)).toMatchObject({ kind: 'result' });
    await upstreams.configure([oddConfig('odd', { log, tools: 2 })]);
    expect(await call(session)).toMatchObject({ kind: 'result' });
    const levels = logged(log, 'got').filter((line) => line.includes('logging/setLevel'));
    expect(levels).toHaveLength(3);
    expect(heard).toEqual(Array(2).fill('notifications/tools/list_changed'));
    await upstreams.configure([]);
    expect(await call(session)).toMatchObject({
      kind: 'failed',
      why: 'There is no server named "odd"',
    });
    await session.close();
    expect(await call(session)).toMatchObject({ kind: 'failed', why: 'it was stopped' });
  });

  it('is disabled: nothing starts it', async () => {
    const log = join(tempHome(), 'log');
    const upstreams = testUpstreams([oddConfig('odd', { log }, { enabled: false })]);
    upstreams.start('odd');
    const answer = await call(upstreams.open('odd', hello(), () => {}));
    expect(answer).toMatchObject({ kind: 'failed', reason: 'down', why: 'It is disabled' });
    expect(logged(log, 'started')).toEqual([]);
    expect(upstreams.state('odd')).toMatchObject({ state: 'stopped', why: 'It is disabled' });
  });

  it('is tried once by a test, which leaves nothing behind', async () => {
    const upstreams = testUpstreams([]);
    expect(await upstreams.test(oddConfig('new', { tools: 7, page: 3 }))).toMatchObject({
      ok: true,
      why: '',
      tools: 7,
      server: { name: 'odd', version: '1.2.3' },
      protocol_version: '2025-11-25',
    });
    const absent = oddConfig('new', {}, { cwd: '/no/such/folder' });
    expect(await upstreams.test(absent)).toMatchObject({
      ok: false,
      why: 'It cannot be started: its working folder /no/such/folder does not exist',
      tools: null,
    });
    expect(upstreams.list()).toEqual([]);
  });

  it('has no more sessions than allowed, and one that nobody uses makes room', async () => {
    const upstreams = testUpstreams([oddConfig('odd', { callMs: 300 })], {
      limits: { sessions: 2, idleMs: 500 },
    });
    const first = upstreams.open('odd', hello(), () => {});
    const second = upstreams.open('odd', hello(), () => {});
    await Promise.all([first.open(), second.open()]);
    expect(() => upstreams.open('odd', hello(), () => {})).toThrow('that is the limit');
    await until(
      () => first.idleMs(),
      (ms) => ms > 500,
    );
    const busy = [call(second)];
    const third = upstreams.open('odd', hello(), () => {});
    await third.open();
    busy.push(call(second), call(third));
    // Who lost the place takes another one, once there is one.
    const none = await call(first);
    expect(none).toMatchObject({ kind: 'failed', reason: 'down' });
    expect(none.kind === 'failed' && none.why).toContain('that is the limit');
    for (const answer of await Promise.all(busy)) expect(answer.kind).toBe('result');
    await third.close();
    expect(await call(first)).toMatchObject({ kind: 'result' });
  });

  it('has no more processes than allowed over all of them', async () => {
    const upstreams = testUpstreams([oddConfig('a'), oddConfig('b')], {
      limits: { processes: 1, ...noRetries },
    });
    await upstreams.shared('a')?.open();
    await expect(upstreams.shared('b')?.open()).rejects.toThrow('that is the limit');
  });
});
