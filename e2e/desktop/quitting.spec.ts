import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '../support/app.ts';
import { expect, test } from '../support/fixtures.ts';
import { readLedger } from '../support/home.ts';

/** Opens an event stream of a 2025 session and leaves it open. */
const openStream = async ({ endpoint }: RunningApp): Promise<void> => {
  const headers = {
    Authorization: `Bearer ${endpoint.token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'streamer', version: '1' },
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const opened = await fetch(endpoint.url, { method: 'POST', headers, body });
  const session = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  const stream = await fetch(endpoint.url, {
    headers: { ...headers, 'Mcp-Session-Id': session, 'MCP-Protocol-Version': '2025-11-25' },
  });
  expect(stream.status).toBe(200);
  // Read until the app cuts it.
  stream.text().catch(() => undefined);
};

const endings: Readonly<Record<string, (app: RunningApp) => Promise<unknown> | unknown>> = {
  'app.quit()': (app) => app.electron.evaluate(({ app: electron }) => electron.quit()),
  'the window': (app) => app.window.evaluate(() => window.inkwatch.app.quit()),
  'the menu': (app) =>
    app.electron.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []);
      items?.find((item) => item.label === 'Quit Inkwatch')?.click();
    }),
  SIGTERM: (app) => app.electron.process().kill('SIGTERM'),
  SIGINT: (app) => app.electron.process().kill('SIGINT'),
  SIGHUP: (app) => app.electron.process().kill('SIGHUP'),
  'an uncaught exception': (app) =>
    app.electron.evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown by a test');
      });
    }),
};

for (const [way, end] of Object.entries(endings)) {
  test(`g06: ended by ${way} with streams open, it is gone within 5 s and has lost nothing`, async ({
    app,
    home,
    connect,
  }) => {
    const writer = await connect({ name: 'claude-code' });
    for (let number = 1; number <= 20; number += 1) {
      await writer.store({ title: `Write ${number}`, content: 'kept' });
    }
    await Promise.all([openStream(app), openStream(app), openStream(app)]);

    const child = app.electron.process();
    const gone = once(child, 'exit');
    const from = performance.now();
    await Promise.resolve(end(app)).catch(() => undefined);
    const [code] = await gone;
    expect(performance.now() - from).toBeLessThan(5000);
    expect(code).toBe(way === 'an uncaught exception' ? 1 : 0);

    expect(existsSync(join(home, 'endpoint.json'))).toBe(false);
    const log = join(home, 'inkwatch.db-wal');
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    expect(await readLedger(home)).toHaveLength(20);
  });
}

test('g06: after kill -9 the next start has every answered write, and no lock is in its way', async ({
  app,
  home,
  connect,
  launch,
}) => {
  const writer = await connect({ name: 'claude-code' });
  for (let number = 1; number <= 20; number += 1) {
    await writer.store({ title: `Write ${number}`, content: 'kept' });
  }
  const gone = once(app.electron.process(), 'exit');
  app.electron.process().kill('SIGKILL');
  await gone;
  // Left behind by the killed process: it must not be taken for the next one's.
  rmSync(join(home, 'endpoint.json'));
  await launch();
  expect(await readLedger(home)).toHaveLength(20);
});
