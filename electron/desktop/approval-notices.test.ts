import { beforeEach, expect, test, vi } from 'vitest';
import type { Approval } from '../../shared/servers.ts';
import { defaultSettings, mergeSettings } from '../../shared/settings.ts';
import { type ApprovalNotices, startApprovalNotices } from './approval-notices.ts';
import type { NotificationText } from './notification-text.ts';

const approval = (approval_id: string, more: Partial<Approval> = {}): Approval => ({
  approval_id,
  server: 'files',
  tool: 'write_file',
  client: { client_info: 'mcp:cursor', client_name: 'cursor' },
  reason: null,
  arguments: '{}',
  asked_ms: Date.now(),
  expires_ms: Date.now() + 60_000,
  ...more,
});

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

/** A system that shows what it is told, and what the core says is waiting. */
function stage() {
  const shown: NotificationText[] = [];
  const clicks: (() => void)[] = [];
  const clicked: string[] = [];
  const state = { settings: defaultSettings, waiting: [] as readonly Approval[], silent: false };
  const notices: ApprovalNotices = startApprovalNotices({
    settings: () => state.settings,
    waiting: () => state.waiting,
    bodyMarkup: true,
    probe: async () => ({ kind: 'there' }),
    show: async (text, { silent, onClick }) => {
      shown.push(text);
      clicks.push(onClick);
      state.silent = silent;
      return { kind: 'shown' };
    },
    setState: () => undefined,
    onClick: (id) => clicked.push(id),
    log: () => undefined,
  });
  const set = async (waiting: readonly Approval[], ms = 400) => {
    state.waiting = waiting;
    notices.changed();
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { shown, clicks, clicked, state, set };
}

test('a call that waits is one silent notification, and its click opens the question', async () => {
  const { shown, clicks, clicked, state, set } = stage();
  await set([approval('a')]);
  expect(shown).toHaveLength(1);
  expect(shown[0]?.title).toBe('Cursor wants to call write_file of files');
  expect(shown[0]?.body).toContain('Refused in 60 s');
  expect(state.silent).toBe(true);
  clicks[0]?.();
  expect(clicked).toEqual(['a']);
  await set([approval('a')], 20_000);
  expect(shown).toHaveLength(1);
});

test('questions in one go are one notification, and the next comes no sooner than 5 s later', async () => {
  const { shown, set } = stage();
  await set([approval('a'), approval('b'), approval('c')]);
  expect(shown.map(({ title }) => title)).toEqual(['3 calls wait for you']);
  await set([approval('a'), approval('b'), approval('c'), approval('d')], 1000);
  expect(shown).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown[1]?.title).toBe('4 calls wait for you');
});

test('none while muted or switched off, and none for what is over before it is told', async () => {
  const { shown, state, set } = stage();
  state.settings = mergeSettings(defaultSettings, {
    notifications: { mutedUntilMs: Date.now() + 60_000 },
  });
  await set([approval('a')]);
  state.settings = mergeSettings(defaultSettings, { notifications: { enabled: false } });
  await set([approval('b')]);
  state.settings = defaultSettings;
  await set([]);
  expect(shown).toEqual([]);
});

test('what a client wrote stays text, on one visible line', async () => {
  const { shown, set } = stage();
  await set([
    approval('a', {
      tool: '<b>x</b>\n\u202egnp',
      reason: '<a href="http://e.example">click</a>',
      client: { client_info: 'mcp:x', client_name: 'a'.repeat(300) },
    }),
  ]);
  const [text] = shown;
  expect(text?.title).not.toContain('\n');
  expect(text?.title).not.toContain('\u202e');
  expect(text?.title.length).toBeLessThan(170);
  expect(text?.body).toContain('&lt;a href=');
});
