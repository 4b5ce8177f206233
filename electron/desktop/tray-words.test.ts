import { expect, test } from 'vitest';
import type { AppState } from '../../shared/answers.ts';
import { defaultSettings, mergeSettings } from '../../shared/settings.ts';
import { faceOf, mutedWords, stateWords, waitingWords } from './tray-words.ts';

const state: AppState = {
  version: '0.1.0',
  home: '/home',
  sample: false,
  ledger: { kind: 'ok' },
  recording: { kind: 'recording' },
  endpoint: 'http://127.0.0.1:7465/mcp',
  endpoint_error: null,
  notifications: { available: 'unknown', why: '' },
  tray: 'present',
  unseen_bursts: 0,
  platform: 'linux',
  secrets: 'file',
  week_start: 1,
  audit_log: null,
};
const stopped: AppState = {
  ...state,
  recording: { kind: 'not-recording', since_ms: 0, lost: 3, why: 'the disk\nis full\u202e' },
};

test('the icon shows at a glance whether writes are recorded, before anything else', () => {
  expect(faceOf(state)).toBe('recording');
  expect(faceOf({ ...state, unseen_bursts: 2 })).toBe('alert');
  expect(faceOf(state, 1)).toBe('alert');
  expect(faceOf({ ...stopped, unseen_bursts: 2 }, 1)).toBe('stopped');
  expect(faceOf({ ...state, endpoint: null })).toBe('stopped');
});

test('the menu says why nothing is recorded, on one visible line', () => {
  expect(stateWords(state)).toBe('Recording');
  expect(stateWords(stopped)).toBe('Not recording: the disk is full\\u{202e}');
  expect(stateWords({ ...state, endpoint: null, endpoint_error: 'port 7465 is taken' })).toBe(
    'Not serving: port 7465 is taken',
  );
});

test('a mute is said with its end, and only while it lasts', () => {
  const now = new Date(2026, 10, 30, 14, 0).getTime();
  const muted = mergeSettings(defaultSettings, {
    notifications: { mutedUntilMs: now + 15 * 60_000 },
  });
  expect(mutedWords(defaultSettings, now)).toBeNull();
  expect(mutedWords(muted, now)).toMatch(/^Notifications muted until .*15/);
  expect(mutedWords(muted, now + 16 * 60_000)).toBeNull();
});

test('the menu counts the calls that wait for the person', () => {
  expect([0, 1, 3].map(waitingWords)).toEqual([
    null,
    '1 call waits for you',
    '3 calls wait for you',
  ]);
});
