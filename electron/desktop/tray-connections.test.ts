import { expect, test } from 'vitest';
import type { ConnectionFacts } from '../mcp/connections.ts';
import { pausableConnections, pausedWords } from './tray-connections.ts';

const now = 1_780_000_000_000;
const day = 86_400_000;
const facts = (client_id: string, more: Partial<ConnectionFacts>): ConnectionFacts => ({
  client_id,
  name: client_id,
  created_ms: 0,
  last_seen_ms: now,
  revoked_ms: null,
  paused_ms: null,
  pinned_namespace: null,
  writes_per_hour: null,
  ...more,
});

test('the tray offers connections in use lately, newest first, and paused ones until they are resumed', () => {
  const offered = pausableConnections(
    [
      facts('old', { last_seen_ms: now - 8 * day }),
      facts('never', { last_seen_ms: null }),
      facts('first', { last_seen_ms: now - day, name: 'a\u202e & b' }),
      facts('newest', {}),
      facts('paused long ago', { last_seen_ms: now - 90 * day, paused_ms: 1 }),
      facts('gone', { revoked_ms: now }),
    ],
    now,
  );
  expect(offered).toEqual([
    { client_id: 'newest', label: 'newest', paused: false },
    { client_id: 'first', label: 'a\\u{202e} && b', paused: false },
    { client_id: 'paused long ago', label: 'paused long ago', paused: true },
  ]);
  expect(
    pausableConnections(
      Array.from({ length: 40 }, (_, n) => facts(`c${n}`, {})),
      now,
    ),
  ).toHaveLength(10);
});

test('the menu says what is paused', () => {
  const one = { client_id: 'a', label: 'Cursor', paused: true };
  expect(pausedWords(false, [{ ...one, paused: false }])).toBeNull();
  expect(pausedWords(false, [one])).toBe('Cursor is paused');
  expect(pausedWords(false, [one, one])).toBe('2 connections are paused');
  expect(pausedWords(true, [one])).toBe('All writes are paused');
});
