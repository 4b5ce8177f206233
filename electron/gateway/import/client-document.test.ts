import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CannotChange,
  changedText,
  type EntryChange,
  parseClientDocument,
} from './client-document.ts';
import { dialectOf, entryFor } from './clients.ts';

const claude = dialectOf('claude-desktop');
const cursor = dialectOf('cursor');
const codex = dialectOf('codex');

const remove = ['command', 'args', 'env', 'url', 'headers', 'http_headers', 'bearer_token_env_var'];
const http = (dialect: typeof cursor, name: string): EntryChange => ({
  path: [dialect.group, name],
  remove,
  set: entryFor(dialect, { kind: 'http', url: `http://127.0.0.1:7465/mcp/${name}`, token: 'T' }),
});

describe('a change of one entry in JSON with comments', () => {
  it('leaves comments, layout, unknown members and line ends of all the rest', () => {
    const before = [
      '{',
      '\t// servers',
      '\t"mcpServers": {',
      '\t\t"files": { // mine',
      '\t\t\t"command": "npx", /* c */',
      '\t\t\t"args": [',
      '\t\t\t\t"-y" // yes',
      '\t\t\t],',
      '\t\t\t"alwaysAllow": ["x"], // keep',
      '\t\t\t"env": {"K": "v"},',
      '\t\t},',
      '\t\t"other": {"command": "x"} // o',
      '\t},',
      '\t"big": 12345678901234567890, // n',
      '}',
      '',
    ].join('\r\n');
    expect(
      changedText(cursor, before, [http(cursor, 'files'), http(cursor, 'new')]).split('\r\n'),
    ).toEqual([
      '{',
      '\t// servers',
      '\t"mcpServers": {',
      '\t\t"files": { // mine',
      '\t\t\t"url": "http://127.0.0.1:7465/mcp/files",',
      '\t\t\t"headers": {',
      '\t\t\t\t"Authorization": "Bearer T"',
      '\t\t\t}, /* c */',
      '\t\t\t"alwaysAllow": ["x"], // keep',
      '\t\t},',
      '\t\t"other": {"command": "x"}, // o',
      '\t\t"new": {',
      '\t\t\t"url": "http://127.0.0.1:7465/mcp/new",',
      '\t\t\t"headers": {',
      '\t\t\t\t"Authorization": "Bearer T"',
      '\t\t\t}',
      '\t\t}',
      '\t},',
      '\t"big": 12345678901234567890, // n',
      '}',
      '',
    ]);
  });

  it('adds what is missing on the way, also to an empty file', () => {
    const set = { command: 'inkwatch', args: ['stdio'] };
    const change: EntryChange = { path: ['mcpServers', 'inkwatch'], remove, set };
    const whole = `${JSON.stringify({ mcpServers: { inkwatch: set } }, null, 2)}\n`;
    for (const empty of ['', ' \n', '{}', '{ }\n'])
      expect(changedText(claude, empty, [change])).toBe(whole);
    expect(changedText(claude, '{"a":1}', [change])).toBe(
      '{"a":1, "mcpServers": { "inkwatch": { "command": "inkwatch", "args": [ "stdio" ] } }}',
    );
    expect(changedText(claude, '{ // none yet\n}', [change])).toMatch(
      /^\{ \/\/ none yet\n {2}"mcpServers": \{\n/,
    );
  });

  it('is refused where the file could be read in two ways', () => {
    for (const odd of [
      '{"mcpServers":{"files":{"command":"a"},"files":{"command":"b"}}}',
      '{"mcpServers":{},"mcpServers":{"files":{}}}',
      '{"mcpServers":{"files":{"command":"a","command":"b"}}}',
      '{"mcpServers":[]}',
      '{"mcpServers":{"files":null}}',
      '[]',
      '7',
    ]) {
      expect(() => changedText(cursor, odd, [http(cursor, 'files')])).toThrow(CannotChange);
    }
  });

  it('says where a text is no JSON, and not what stands there', () => {
    const parse = (text: string) => () => parseClientDocument(cursor, text);
    expect(parse('{\n"a": SENTINEL}')).toThrow(/^It is no valid JSON \(line 2\)\.$/);
    expect(parse('{"a":1} x')).toThrow('no valid JSON');
    expect(parse('['.repeat(200_000))).toThrow('nested too deeply');
  });

  it('takes __proto__ for a member like any other', () => {
    const text = '{"__proto__":{"x":1},"mcpServers":{"__proto__":{"command":"a","y":2}}}';
    const { value } = parseClientDocument(cursor, text);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'mcpServers']);
    const changed = changedText(cursor, text, [http(cursor, '__proto__')]);
    expect(changed).toContain('{"__proto__":{"x":1},"mcpServers":{"__proto__":{"url": ');
    expect(changed).toContain('"y":2}}}');
  });

  it('reads back as meant for any object, layout and place of comments', () => {
    const trivia = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\r\n  ',
      ' // c, }\n',
      '/* { , */',
      '\n\t/* a */ // b\n',
      '\t',
    );
    const key = fc.oneof(
      fc.constantFrom('"command"', '"env"', '"url"', '"keep"', '"__proto__"', '"a\\"b"'),
      fc.string().map((text) => JSON.stringify(text)),
    );
    const value = fc.oneof(
      fc.json({ maxDepth: 2 }),
      fc.constantFrom('12345678901234567890', '"// no comment"', '{"a":1,}'),
    );
    const member = fc
      .tuple(trivia, key, trivia, trivia, value, trivia)
      .map(([a, k, b, c, v, d]) => ({ key: k, text: `${a}${k}${b}:${c}${v}${d}` }));
    const object = fc
      .tuple(
        fc.uniqueArray(member, { selector: (one) => String(JSON.parse(one.key)), maxLength: 6 }),
        trivia,
        fc.boolean(),
      )
      .map(
        ([members, tail, comma]) =>
          `{${members.map(({ text }) => text).join(',')}${comma && members.length > 0 ? ',' : ''}${tail}}`,
      );
    fc.assert(
      fc.property(object, object, trivia, (entry, outer, head) => {
        const group = `"mcpServers": {"before": ${outer}, "files": ${entry}${head}}`;
        const text = `${head}{"x": ${outer},${head}${group}}${head}`;
        // It throws where anything but the entry is different.
        const changed = changedText(cursor, text, [http(cursor, 'files'), http(cursor, 'new')]);
        expect(changed).toContain(`"before": ${outer}`);
        expect(changed.startsWith(`${head}{"x": ${outer},`)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a change of one entry in TOML', () => {
  it('leaves comments, order, dates and all the rest', () => {
    const before = `# top
model = "x"   # m
when = 1979-05-27T07:32:00Z

[mcp_servers.files] # my
# about the command
command = "npx"  # run
args = [
  "-y", # yes
]
startup_timeout_sec = 20 # keep

[mcp_servers.files.env]
K = "v" # e

[mcp_servers."b c"]
url = "https://x"
http_headers = { "X-A" = "1" }

[profiles.x]
a = 0x10`;
    const changed = changedText(
      codex,
      before,
      ['files', 'b c', 'new'].map((name) => http(codex, name)),
    );
    expect(changed).toBe(`# top
model = "x"   # m
when = 1979-05-27T07:32:00Z

[mcp_servers.files] # my
url = "http://127.0.0.1:7465/mcp/files"
http_headers = { Authorization = "Bearer T" }
# about the command
startup_timeout_sec = 20 # keep


[mcp_servers."b c"]
url = "http://127.0.0.1:7465/mcp/b c"
http_headers = { Authorization = "Bearer T" }

[profiles.x]
a = 0x10

[mcp_servers.new]
url = "http://127.0.0.1:7465/mcp/new"
http_headers = { Authorization = "Bearer T" }
`);
    const crlf = before.replaceAll('\n', '\r\n');
    expect(changedText(codex, crlf, [http(codex, 'files')])).not.toMatch(/[^\r]\n/);
  });

  it('takes servers that stand on one line', () => {
    expect(
      changedText(codex, '[mcp_servers]\na = { command = "x", enabled = true }\n', [
        http(codex, 'a'),
      ]),
    ).toBe(
      '[mcp_servers]\na = { url = "http://127.0.0.1:7465/mcp/a", http_headers = { Authorization = "Bearer T" }, enabled = true }\n',
    );
    expect(changedText(codex, '', [http(codex, 'a')])).toMatch(/^\[mcp_servers\.a\]\nurl = /);
  });

  it('is refused where it would have to touch more than the entry', () => {
    for (const odd of [
      'mcp_servers.a.command = "x"\n',
      'mcp_servers = { a = { command = "x" } }\n',
      '[mcp_servers]\na.command = "x"\n',
      '[mcp_servers.a.env]\nK="v"\n',
      '[[mcp_servers]]\na=1\n',
    ]) {
      expect(() => changedText(codex, odd, [http(codex, 'a')])).toThrow(CannotChange);
    }
  });

  it('says where a text is no TOML, and not what stands there', () => {
    expect(() => parseClientDocument(codex, 'a = 1\nb = SENTINEL')).toThrow(
      /^It is no valid TOML \(line 2\)\.$/,
    );
  });

  it('writes any text so that it is read back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ minLength: 1 }), (text, name) => {
        const set = { command: text, args: [text, 'x'] };
        changedText(codex, 'x = 1\n', [
          {
            path: ['mcp_servers', name],
            remove,
            set: { ...set, command: text.toWellFormed(), args: [text.toWellFormed(), 'x'] },
          },
        ]);
      }),
    );
  });
});
