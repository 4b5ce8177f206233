import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ConnectEntry } from '../../shared/answers.ts';
import { connectEntries } from './connect-entries.ts';

const url = 'http://127.0.0.1:7465/mcp';
const token = 'k3Zr-_Aa0123456789012345678901234567890123x';
const stdio = { command: '/opt/Inkwatch/inkwatch', args: ['stdio'] };
const entries = connectEntries(url, token, stdio);
const text = (key: ConnectEntry['key']): string =>
  entries.find((entry) => entry.key === key)?.text ?? '';

test('Claude Code gets one command, which a shell splits into the right words', () => {
  expect(text('claude-code')).toBe(
    `claude mcp add --scope user --transport http inkwatch ${url} --header "Authorization: Bearer ${token}"`,
  );
  const words = execFileSync('sh', [
    '-c',
    `claude() { printf '%s\\n' "$@"; }; ${text('claude-code')}`,
  ]);
  expect(words.toString().trim().split('\n').slice(-2)).toEqual([
    '--header',
    `Authorization: Bearer ${token}`,
  ]);
});

test('Cursor gets an mcpServers entry with url and headers', () => {
  expect(JSON.parse(text('cursor'))).toEqual({
    mcpServers: { inkwatch: { url, headers: { Authorization: `Bearer ${token}` } } },
  });
});

test('VS Code gets a servers entry of type http', () => {
  expect(JSON.parse(text('vs-code'))).toEqual({
    servers: { inkwatch: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } },
  });
});

test('Claude Desktop, which only starts commands, gets the bridge with the token in its environment', () => {
  expect(JSON.parse(text('claude-desktop'))).toEqual({
    mcpServers: { inkwatch: { ...stdio, env: { INKWATCH_TOKEN: token } } },
  });
  expect(connectEntries(url, token, null).map(({ key }) => key)).not.toContain('claude-desktop');
});

test('any other client gets the address and the header', () => {
  expect(text('other').split('\n')).toEqual([url, `Authorization: Bearer ${token}`]);
});

test('what is shown masks the token and is otherwise what is copied', () => {
  for (const entry of entries) {
    expect(entry.shown).not.toContain(token);
    expect(entry.text).toContain(token);
    expect(entry.shown.replace('••••••', token)).toBe(entry.text);
  }
});
