import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clientAgrees,
  clientDisplayName,
  clientFamilies,
  clientFamilyOf,
  clientInfoOf,
  clientKeyName,
  clientKeyOf,
  saidByClient,
} from './client-names.ts';

test.each([
  ['Claude Desktop', 'mcp:claude-desktop'],
  ['  Zed: Nightly  ', 'mcp:zed-nightly'],
  ['会议记录', 'mcp'],
  ['', 'mcp'],
  ['   ', 'mcp'],
  [null, 'mcp'],
  ['claude-ai (via mcp-remote 0.1.37)', 'mcp:claude-ai-via-mcp-remote-0-1-37'],
  ['---', 'mcp'],
  ['A__b..C', 'mcp:a-b-c'],
  ['Café', 'mcp:caf'],
  ['../../etc/passwd', 'mcp:etc-passwd'],
  ['=cmd()', 'mcp:cmd'],
  ['a\nb\tc\u0000d', 'mcp:a-b-c-d'],
  ['ＷＩＤＥ', 'mcp'],
  ['İI', 'mcp:i'],
])('the label of %j is %s', (name, label) => {
  expect(clientInfoOf(name)).toBe(label);
});

test('a label is a short slug for every name there is, and its own label', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const label = clientInfoOf(name);
      expect(label).toMatch(/^mcp(:[a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(label.length).toBeLessThanOrEqual(4 + 128);
      expect(clientInfoOf(label.replace(/^mcp:?/, ''))).toBe(label);
    }),
  );
});

test.each([
  ['claude-ai', 'Claude Desktop'],
  ['Claude Desktop', 'Claude Desktop'],
  ['claude-ai (via mcp-remote 0.15.1)', 'Claude Desktop'],
  ['local-agent-mode-notes', 'Claude Desktop'],
  ['claude-code', 'Claude Code'],
  ['cursor-vscode', 'Cursor'],
  ['Visual Studio Code', 'VS Code'],
  ['Visual-Studio-Code', 'VS Code'],
  ['Visual Studio Code - Insiders', 'VS Code'],
  ['windsurf-client', 'Windsurf'],
  ['Windsurf', 'Windsurf'],
  ['Zed', 'Zed'],
  ['codex-mcp-client', 'Codex'],
  ['gemini-cli-mcp-client-notes', 'Gemini CLI'],
  ['gemini-cli-mcp-client', 'Gemini CLI'],
])('a client that calls itself %j is shown as %s', (name, shown) => {
  expect(clientDisplayName(clientInfoOf(name), name)).toBe(shown);
});

test('names that only begin like a known one are not taken for it', () => {
  for (const name of [
    'claude',
    'claude-codex',
    'cursor-nightly',
    'zed-nightly',
    'codex-cli',
    'windsurfer',
  ]) {
    expect(clientFamilyOf(clientInfoOf(name))).toBeNull();
  }
});

test('a client that nobody knows shows its own name on one visible line, or that it has none', () => {
  expect(clientDisplayName('mcp:my-bot', 'My\nBot \u202e')).toBe('My Bot \\u{202e}');
  expect(clientDisplayName('mcp', '会议记录')).toBe('会议记录');
  expect(clientDisplayName('mcp:my-bot', null)).toBe('my-bot');
  expect(clientDisplayName('mcp', null)).toBe('Unknown client');
  expect(clientDisplayName('mcp', '')).toBe('Unknown client');
});

test('each wire name belongs to one family, and a family’s key is the value of all its names', () => {
  const names = clientFamilies.flatMap((family) => family.exact);
  expect(new Set(names).size).toBe(names.length);
  for (const family of clientFamilies) {
    for (const name of family.exact) expect(clientKeyOf(`mcp:${name}`)).toBe(family.key);
    expect(clientKeyName(family.key)).toBe(family.name);
  }
  expect(clientKeyOf('mcp:my-bot')).toBe('mcp:my-bot');
});

test('case a07-identity-swap: what a client says of itself is one visible line of at most 128 characters', () => {
  expect(saidByClient('x'.repeat(10_000))).toHaveLength(128);
  expect(saidByClient(' a\r\nb ')).toBe('a\\u{d} b');
  expect(saidByClient('\u001b[31mred')).toBe('\\u{1b}[31mred');
  for (const nothing of ['', '  ', 5, null, undefined, {}, ['a']]) {
    expect(saidByClient(nothing)).toBeNull();
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 800 }), (name) => {
      const said = saidByClient(name) ?? '';
      expect(said.isWellFormed()).toBe(true);
      expect(said.length).toBeLessThanOrEqual(128);
      expect(said).toMatch(/^[^\p{Cc}\p{Cf}]*$/u);
    }),
  );
});

test.each([
  ['Claude Desktop', 'mcp:claude-ai', 'agree'],
  ['Claude Desktop', 'mcp:local-agent-mode-inkwatch', 'agree'],
  ['Claude Desktop', 'mcp:claude-ai-via-mcp-remote-0-1-37', 'agree'],
  ['Claude Code (work)', 'mcp:claude-code', 'agree'],
  ['cursor', 'mcp:cursor-vscode', 'agree'],
  ['Cursor', 'mcp:cursor-nightly', 'agree'],
  ['VS Code', 'mcp:visual-studio-code', 'agree'],
  ['Cursor', 'mcp:claude-code', 'disagree'],
  ['Cursor', 'mcp:my-agent', 'disagree'],
  ['Cursor', 'mcp', 'unknown'],
  ['My agent', 'mcp:my-agent', 'agree'],
  ['My agent', 'mcp:my-agent-2', 'agree'],
  ['Laptop', 'mcp:claude-code', 'unknown'],
  ['会议', 'mcp:claude-code', 'unknown'],
] as const)('a connection named %j and a client %s: %s', (name, info, answer) => {
  expect(clientAgrees(name, info)).toBe(answer);
});
