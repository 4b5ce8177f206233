import { beforeEach, expect, test, vi } from 'vitest';
import type { AppState } from '../../shared/answers.ts';
import type { Burst } from '../../shared/burst.ts';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { defaultSettings, mergeSettings, type Settings } from '../../shared/settings.ts';
import type { CoreEvents } from '../core.ts';
import type { NotificationService } from './notification-service.ts';
import type { NotificationText } from './notification-text.ts';
import { type Notifier, startNotifier } from './notifications.ts';
import type { ShowResult } from './os-notification.ts';

const burst = (id: number, more: Partial<Burst> = {}): Burst => ({
  id,
  client_info: 'mcp:cursor',
  client_name: 'cursor',
  client_ids: ['c-1'],
  start_ms: 1000,
  end_ms: null,
  count: 20,
  peak: 20,
  first_id: 1,
  last_id: 20,
  repeats: 0,
  failures: 0,
  seen_ms: null,
  notified: 'pending',
  ...more,
});

/** The core's side of notifications, in memory, and an operating system that does as it is told. */
class Stage {
  settings: Settings = defaultSettings;
  now = 1_000_000;
  service: NotificationService = { kind: 'there' };
  result: ShowResult = { kind: 'shown' };
  readonly bursts = new Map<number, Burst>();
  readonly shown: NotificationText[] = [];
  readonly clicks: (() => void)[] = [];
  readonly clicked: WriteFilter[] = [];
  readonly states: AppState['notifications'][] = [];
  silent: boolean | null = null;
  probes = 0;
  private readonly heard = {
    burst: new Set<unknown>(),
    settings: new Set<unknown>(),
    state: new Set<unknown>(),
  };

  start(): Notifier {
    const { heard } = this;
    return startNotifier({
      core: {
        settings: () => this.settings,
        changeSettings: (patch) => {
          this.settings = mergeSettings(this.settings, patch);
          for (const listener of heard.settings)
            (listener as (of: Settings) => void)(this.settings);
          return this.settings;
        },
        setBurstNotified: (id, notified) => {
          const known = this.bursts.get(id);
          if (known !== undefined) this.bursts.set(id, { ...known, notified });
        },
        reads: {
          bursts: async () => [...this.bursts.values()],
        } as unknown as Parameters<typeof startNotifier>[0]['core']['reads'],
        on: (name, listener) => {
          if (name === 'burst') heard.burst.add(listener);
          if (name === 'settings') heard.settings.add(listener);
          if (name === 'state') heard.state.add(listener);
          return () => undefined;
        },
      },
      bodyMarkup: true,
      probe: async () => {
        this.probes += 1;
        return this.service;
      },
      show: async (text, { silent, onClick }) => {
        this.shown.push(text);
        this.clicks.push(onClick);
        this.silent = silent;
        return this.result;
      },
      onClick: (filter) => this.clicked.push(filter),
      setState: (state) => this.states.push(state),
      log: () => undefined,
      now: () => this.now,
    });
  }

  say(of: Burst, change: CoreEvents['burst']['change']): void {
    this.bursts.set(of.id, of);
    for (const listener of this.heard.burst) {
      (listener as (event: CoreEvents['burst']) => void)({ burst: of, change });
    }
  }

  sayRecording(recording: CoreEvents['state']['recording']): void {
    for (const listener of this.heard.state) {
      (listener as (event: CoreEvents['state']) => void)({ recording, ledger: { kind: 'ok' } });
    }
  }

  notified(id: number): Burst['notified'] | undefined {
    return this.bursts.get(id)?.notified;
  }
}

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

test('f04: a burst is notified of once, and once more when it grew; never for what goes on or ends', async () => {
  stage.start();
  stage.say(burst(1), 'began');
  for (let count = 21; count < 200; count += 1) stage.say(burst(1, { count }), 'updated');
  stage.say(burst(1, { count: 200 }), 'grew');
  stage.say(burst(1, { count: 210, end_ms: 9000 }), 'ended');
  await vi.waitFor(() => expect(stage.shown).toHaveLength(2));
  expect(stage.notified(1)).toBe('shown');
  expect(stage.silent).toBe(true);
});

test('a click lands on exactly that burst', async () => {
  stage.start();
  stage.say(burst(7), 'began');
  await vi.waitFor(() => expect(stage.clicks).toHaveLength(1));
  stage.clicks[0]?.();
  expect(stage.clicked).toEqual([{ ...emptyFilter, burst: 7 }]);
});

test('f01: without a service nothing is shown, the state says why, and nothing is tried again', async () => {
  stage.service = { kind: 'absent', why: 'No notification service is running.' };
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.notified(1)).toBe('unavailable'));
  expect(stage.shown).toEqual([]);
  expect(stage.states).toEqual([{ available: 'no', why: 'No notification service is running.' }]);
  expect(stage.probes).toBe(1);
});

test('f01: a service is asked for before each notification, since daemons come and go', async () => {
  stage.service = { kind: 'absent', why: 'gone' };
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.notified(1)).toBe('unavailable'));
  stage.service = { kind: 'there' };
  stage.say(burst(2), 'began');
  await vi.waitFor(() => expect(stage.notified(2)).toBe('shown'));
  expect(stage.states.at(-1)).toEqual({ available: 'yes', why: '' });
});

test('f05: a failed event makes system notifications unavailable, without sending again', async () => {
  stage.result = { kind: 'failed', why: 'not signed\n\u202e' };
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.notified(1)).toBe('failed'));
  expect(stage.states.at(-1)?.available).toBe('no');
  expect(stage.states.at(-1)?.why).toContain('not signed');
  expect(stage.states.at(-1)?.why).not.toMatch(/[\n\u202e]/);
  expect(stage.shown).toHaveLength(1);
});

test('f05: a system that says nothing leaves the answer unknown', async () => {
  stage.result = { kind: 'unknown' };
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.states.at(-1)?.available).toBe('unknown'));
  expect(stage.notified(1)).toBe('pending');
});

test('notifications that are switched off are not shown', async () => {
  stage.settings = mergeSettings(defaultSettings, { notifications: { enabled: false } });
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.notified(1)).toBe('off'));
  expect(stage.probes).toBe(0);
});

test('a mute keeps bursts quiet and ends in one summary of those that nobody saw', async () => {
  const notifier = stage.start();
  notifier.mute(15);
  expect(stage.settings.notifications.mutedUntilMs).toBe(stage.now + 15 * 60_000);
  stage.say(burst(1), 'began');
  stage.say(burst(2, { client_info: 'mcp:codex', client_name: null, end_ms: 5000 }), 'began');
  stage.say(burst(3, { seen_ms: 2000 }), 'began');
  await vi.waitFor(() => expect(stage.notified(3)).toBe('muted'));
  expect(stage.shown).toEqual([]);
  notifier.mute(0);
  await vi.waitFor(() => expect(stage.shown).toHaveLength(1));
  expect(stage.shown[0]?.title).toBe('While muted: 2 bursts, 40 writes');
  await vi.waitFor(() => expect(stage.notified(1)).toBe('shown'));
  stage.clicks[0]?.();
  expect(stage.clicked[0]).toMatchObject({
    client: { only: ['cursor', 'codex'] },
    time: { kind: 'between', since_ms: 1000, until_ms: null },
  });
  notifier.mute(15);
  notifier.mute(0);
  stage.say(burst(4), 'began');
  await vi.waitFor(() => expect(stage.notified(4)).toBe('shown'));
  expect(stage.shown).toHaveLength(2);
});

test('a mute that ran out while the app was closed gives its summary at the next start', async () => {
  stage.settings = mergeSettings(defaultSettings, {
    notifications: { mutedUntilMs: stage.now - 1 },
  });
  stage.bursts.set(1, burst(1, { notified: 'muted' }));
  stage.start();
  await vi.waitFor(() => expect(stage.shown).toHaveLength(1));
  expect(stage.settings.notifications.mutedUntilMs).toBeNull();
});

test('sound is off unless a person switched it on', async () => {
  stage.settings = mergeSettings(defaultSettings, { notifications: { sound: true } });
  stage.start();
  stage.say(burst(1), 'began');
  await vi.waitFor(() => expect(stage.silent).toBe(false));
});

test('d03: writes that leave no row are one alert for each outage, not one for each call', async () => {
  stage.start();
  const lost = (count: number) =>
    stage.sayRecording({ kind: 'not-recording', since_ms: 1, lost: count, why: 'full of <b>' });
  for (let count = 1; count <= 10; count += 1) lost(count);
  await vi.waitFor(() => expect(stage.shown).toHaveLength(1));
  expect(stage.shown[0]).toEqual({
    title: 'Inkwatch is not recording',
    body: 'full of &lt;b&gt;. It goes on by itself when this is over.',
  });
  // One that comes and goes, as a full disk does, is no new alert each time.
  stage.sayRecording({ kind: 'recording' });
  lost(11);
  stage.sayRecording({ kind: 'recording' });
  stage.now += 11 * 60_000;
  lost(12);
  await vi.waitFor(() => expect(stage.shown).toHaveLength(2));
});
