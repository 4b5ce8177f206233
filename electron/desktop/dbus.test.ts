import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Answerer, ownName } from '../testing/bus-stub.ts';
import { type PrivateBus, startPrivateBus } from '../testing/private-bus.ts';
import { askBus, busAddress, ownerOf, parseBoolean } from './dbus.ts';
import { probeNotificationService } from './notification-service.ts';
import { probeTrayHost } from './tray-host.ts';

const NOTIFICATIONS = 'org.freedesktop.Notifications';
const WATCHER = 'org.kde.StatusNotifierWatcher';

test.each<[Record<string, string>, string | null]>([
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/a' }, 'unix:path=/run/a'],
  [{ DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, null],
  [{ DBUS_SESSION_BUS_ADDRESS: '' }, null],
  [{}, null],
  [{ XDG_RUNTIME_DIR: '/run/user/1000' }, 'unix:path=/run/user/1000/bus'],
  [{ XDG_RUNTIME_DIR: '/run/none' }, null],
])('the bus of %j is at %s', (env, address) => {
  expect(busAddress(env, (path) => path === '/run/user/1000/bus')).toBe(address);
});

test.each<[string, boolean | null]>([
  ['   boolean true', true],
  ['boolean false', false],
  ['variant       boolean true', true],
  ['true', true],
  ['(true,)', true],
  ['(false,)', false],
  ['(<true>,)', true],
  ['(<false>,)', false],
  ['', null],
  ['string "true"', null],
  ['variant string true-ish', null],
])('an answer %j reads as %s', (text, value) => {
  expect(parseBoolean(text)).toBe(value);
});

const onLinux = process.platform === 'linux' && existsSync('/usr/bin/dbus-daemon');

describe.runIf(onLinux)('on a real session bus', () => {
  let bus: PrivateBus;
  const stubs: { close(): void }[] = [];
  const own = async (name: string, answer: Answerer): Promise<void> => {
    stubs.push(await ownName(bus.socketPath, name, answer));
  };
  /** Answers are waited for as long as a busy machine may need. */
  const options = (timeoutMs = 8000) => ({ env: bus.env, timeoutMs });
  /** A name is free again once the bus has noticed that its owner is gone. */
  const untilUnowned = async (name: string): Promise<void> => {
    for (;;) if ((await ownerOf(name, options())).kind === 'nobody') return;
  };

  beforeAll(async () => {
    bus = await startPrivateBus();
  });
  afterEach(async () => {
    for (const stub of stubs.splice(0)) stub.close();
    await untilUnowned(NOTIFICATIONS);
    await untilUnowned(WATCHER);
  });
  afterAll(() => bus.close());

  test('f01: with no owner there is no notification service, and no limit is waited for to say so', async () => {
    const from = performance.now();
    expect(await probeNotificationService(options())).toMatchObject({ kind: 'absent' });
    expect(performance.now() - from).toBeLessThan(8000);
  });

  test('f01: an owner that never answers is no service, within the limit', async () => {
    await own(NOTIFICATIONS, () => null);
    const from = performance.now();
    const service = await probeNotificationService(options(400));
    expect(service).toMatchObject({ kind: 'absent' });
    expect(performance.now() - from).toBeLessThan(8000);
  });

  test('f01: an owner that died since is no service', async () => {
    await own(NOTIFICATIONS, () =>
      ['stub', 'tests', '1.0', '1.2'].map((value) => ({ type: 's', value })),
    );
    expect(await probeNotificationService(options())).toMatchObject({ kind: 'there' });
    for (const stub of stubs.splice(0)) stub.close();
    await untilUnowned(NOTIFICATIONS);
    expect(await probeNotificationService(options())).toMatchObject({ kind: 'absent' });
  });

  test.each([
    ['present', true],
    ['absent', false],
  ] as const)('g10: the tray is %s when a host is registered: %s', async (state, registered) => {
    await own(WATCHER, () => [{ type: 'v', value: registered }]);
    expect(await probeTrayHost('linux', options())).toBe(state);
  });

  test('g10: without a watcher the tray is absent, and unknown when it does not answer', async () => {
    expect(await probeTrayHost('linux', options())).toBe('absent');
    await own(WATCHER, () => null);
    expect(await probeTrayHost('linux', options(300))).toBe('unknown');
  });

  test('both tools give answers that read the same', async () => {
    await own(WATCHER, () => [{ type: 'v', value: true }]);
    const installed = ['/usr/bin/dbus-send', '/usr/bin/gdbus'].filter((tool) => existsSync(tool));
    for (const tool of installed) {
      const PATH = mkdtempSync(join(tmpdir(), 'inkwatch-path-'));
      onTestFinished(() => rmSync(PATH, { recursive: true }));
      symlinkSync(tool, join(PATH, basename(tool)));
      const answer = await askBus(
        {
          destination: WATCHER,
          path: '/StatusNotifierWatcher',
          method: 'org.freedesktop.DBus.Properties.Get',
          args: [WATCHER, 'IsStatusNotifierHostRegistered'],
        },
        { env: { ...bus.env, PATH }, timeoutMs: 8000 },
      );
      expect(answer.kind === 'answered' && parseBoolean(answer.text), tool).toBe(true);
    }
  });
});

test('f01: without a bus nobody is asked and nothing is started', async () => {
  const options = { env: { PATH: process.env.PATH }, timeoutMs: 8000 };
  expect(await probeNotificationService(options)).toMatchObject({
    kind: 'absent',
    why: expect.stringContaining('no message bus'),
  });
  expect(await probeTrayHost('linux', options)).toBe('absent');
});

test('a bus that is gone, and a system without tools, are said as such', async () => {
  const gone = { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
  expect(await ownerOf(NOTIFICATIONS, { env: gone, timeoutMs: 8000 })).toMatchObject({
    kind: 'nobody',
  });
  const bare = { ...gone, PATH: '/nonexistent' };
  expect(await ownerOf(NOTIFICATIONS, { env: bare, timeoutMs: 8000 })).toMatchObject({
    kind: 'nobody',
    why: expect.stringContaining('dbus-send'),
  });
});

test('macOS and Windows always have a tray', async () => {
  const options = { env: {}, timeoutMs: 8000 };
  expect(await probeTrayHost('darwin', options)).toBe('present');
  expect(await probeTrayHost('win32', options)).toBe('present');
});
