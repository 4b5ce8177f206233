import { expect, test } from 'vitest';
import type { Burst } from '../../shared/burst.ts';
import { burstNotification, escapeMarkup, muteSummary } from './notification-text.ts';

const burst: Burst = {
  id: 1,
  client_info: 'mcp:cursor-vscode',
  client_name: 'cursor-vscode',
  client_ids: ['c-1'],
  start_ms: 1_000_000,
  end_ms: null,
  count: 25,
  peak: 25,
  first_id: 1,
  last_id: 25,
  repeats: 12,
  failures: 0,
  seen_ms: null,
  notified: 'pending',
};
const now = 1_040_000;

test('a burst is told in one line: who, how many, how fast', () => {
  expect(burstNotification(burst, 'began', now)).toEqual({
    title: 'Cursor: 25 writes in 40 s',
    body: '12 of them identical. Click to see exactly these writes.',
  });
});

test('a burst that grew says that it goes on, with failures', () => {
  const grown = { ...burst, count: 1250, failures: 3, repeats: 0 };
  expect(burstNotification(grown, 'grew', 1_000_000 + 5 * 60_000)).toEqual({
    title: 'Cursor goes on: 1,250 writes in 5 min',
    body: '3 failed. Click to see exactly these writes.',
  });
});

test('a hostile client name is one visible, short line', () => {
  const name = `\u202eevil\n<b>bold</b>${'x'.repeat(500)}`;
  const { title } = burstNotification(
    { ...burst, client_info: 'mcp:evil', client_name: name },
    'began',
    now,
  );
  expect(title).not.toMatch(/[\n\u202e]/);
  expect(title).toContain('\\u{202e}evil');
  expect(title.length).toBeLessThan(90);
});

test('markup in a body stays text where the service would read it', () => {
  expect(escapeMarkup('<b>a</b> & "b"')).toBe('&lt;b&gt;a&lt;/b&gt; &amp; "b"');
  const hostile = { ...burst, client_info: 'mcp:b', client_name: '<a href="x">&' };
  expect(muteSummary([hostile], true).body).not.toContain('<');
  expect(muteSummary([hostile], false).body).toContain('<a href="x">&');
});

test('a mute ends in one summary, the loudest clients first', () => {
  const of = (client_info: string, count: number): Burst => ({
    ...burst,
    client_info,
    client_name: null,
    count,
  });
  const bursts = [
    of('mcp:a', 20),
    of('mcp:cursor', 30),
    of('mcp:a', 40),
    of('mcp:b', 1),
    of('mcp:c', 2),
  ];
  expect(muteSummary(bursts, true)).toEqual({
    title: 'While muted: 5 bursts, 93 writes',
    body: 'a (60), Cursor (30), c (2), 1 more. Click to see them.',
  });
});
