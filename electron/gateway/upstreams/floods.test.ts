import { describe, expect, it } from 'vitest';
import {
  call,
  hello,
  oddConfig,
  testUpstreams,
  until,
  watchLoop,
} from '../../testing/upstreams/odd-upstreams.ts';
import { config, json, result, web } from '../../testing/upstreams/web.ts';

describe('a server', () => {
  it.each(['stderr', 'stdout', 'braces', 'messages'])(
    'that floods %s costs neither the loop nor the others anything',
    async (flood) => {
      const upstreams = testUpstreams([oddConfig('floods', { flood }), oddConfig('ok')]);
      let heard = 0;
      const floods = upstreams.open('floods', hello(), () => {
        heard += 1;
      });
      const ok = upstreams.open('ok', hello(), () => {});
      await ok.open();
      void floods.open().catch(() => {});
      await until(
        () => upstreams.notes('floods').length + heard,
        (count) => count > 0,
      );
      const before = process.memoryUsage().rss;
      const loop = watchLoop();
      const times: number[] = [];
      for (const end = performance.now() + 2500; performance.now() < end; ) {
        const started = performance.now();
        expect(await call(ok)).toMatchObject({ kind: 'result' });
        times.push(performance.now() - started);
      }
      const longest = loop.stop();
      times.sort((a, b) => a - b);
      expect(longest).toBeLessThan(200);
      // A call waits for two processes on a machine that is not ours alone; behind the flood it would wait for ever.
      expect(times[Math.floor(times.length / 2)]).toBeLessThan(500);
      expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
      // Some are cut into the second before, some into the one after.
      expect(heard).toBeLessThan(2000 * 6);
      const notes = upstreams.notes('floods');
      expect(notes.length).toBeLessThanOrEqual(200);
      if (flood === 'stderr') {
        // Its answers come on another pipe, and they still do.
        expect(await call(floods)).toMatchObject({ kind: 'result' });
        expect(notes.at(-1)?.text).toMatch(/^(?:e{100}|\(\d+ bytes of its error output)/);
      }
    },
  );

  it('over HTTP that floods its stream costs neither the loop nor the others anything', async () => {
    const line = 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{}}\n\n';
    const endpoint = await web((received, response) => {
      if (received.method !== 'GET') {
        json(response, result(received, '{"tools":[]}'));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // No faster than this process, which is the server too, can be expected to write beside its tests.
      const pour = setInterval(() => response.write(line.repeat(400)), 5);
      response.once('close', () => clearInterval(pour));
    });
    const upstreams = testUpstreams([config(endpoint.url), oddConfig('ok')]);
    const ok = upstreams.open('ok', hello(), () => {});
    await ok.open();
    let heard = 0;
    const web1 = upstreams.open('web', hello(), () => {
      heard += 1;
    });
    await web1.open();
    web1.notify('notifications/initialized', null);
    await until(
      () => heard,
      (count) => count > 0,
    );
    const loop = watchLoop();
    for (const end = performance.now() + 2500; performance.now() < end; ) {
      expect(await call(ok)).toMatchObject({ kind: 'result' });
    }
    expect(loop.stop()).toBeLessThan(200);
    // Whole pieces are taken, so a second can hold a little more.
    expect(heard).toBeLessThan(6 * 3000);
    expect(await web1.request('tools/list', null)).toMatchObject({ kind: 'result' });
  });
});
