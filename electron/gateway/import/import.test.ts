import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import { restoreClientFile } from './change-file.ts';
import { clientDialects } from './clients.ts';
import { address, allOf, desktop, fileAt, place, plan } from './import.test-help.ts';
import { previewOf } from './plan-import.ts';
import { pointToInkwatch } from './point-to-inkwatch.ts';

describe('a preview of an import', () => {
  it('says of each entry what would become of it and why', () => {
    const { put } = place();
    const cursor = put(
      'cursor',
      '{ // mine\n"mcpServers": {"fs": {"command":"npx","args":["-y","fs","--api-key","SENTINEL-arg-7f3a"],"env":{"KEY":"SENTINEL-env-7f3a"}},' +
        '"files": {"url":"https://u:SENTINEL-url-7f3a@x.invalid/mcp","headers":{"Authorization":"Bearer SENTINEL-header-7f3a"}},' +
        `"open": {"command":"x","env":{"A":"\${input:a}"}},}}`,
    );
    const { entries, problems } = plan([put('claude-desktop', desktop), cursor]);
    expect(problems).toEqual([]);
    expect(entries.map(({ item }) => [item.client, item.entry, item.state, item.server])).toEqual([
      ['claude-desktop', 'files', 'new', 'files'],
      ['claude-desktop', 'my notes!', 'new', 'my-notes'],
      ['claude-desktop', 'inkwatch', 'own', null],
      ['claude-desktop', 'remote', 'own', null],
      ['claude-desktop', 'odd', 'unsupported', null],
      ['cursor', 'fs', 'same', 'files'],
      ['cursor', 'files', 'new', 'files-2'],
      ['cursor', 'open', 'needs-values', null],
    ]);
    expect(entries[0]?.config).toMatchObject({ name: 'files', env: { KEY: 'SENTINEL-env-7f3a' } });
  });

  it('case d02-redaction-gaps: shows no secret, and names what is masked', () => {
    const { put } = place();
    const files = [
      put('claude-desktop', desktop),
      put(
        'cursor',
        '{"mcpServers":{"a":{"url":"https://u:SENTINEL-a-7f3a@x.invalid/?token=SENTINEL-b-7f3a","headers":{"X":"SENTINEL-c-7f3a"}}}}',
      ),
      put(
        'codex',
        '[mcp_servers.a]\ncommand = "x"\nargs = ["token=SENTINEL-d-7f3a"]\nenv = { A = "SENTINEL-e-7f3a" }\n',
      ),
      put('zed', '{"context_servers":{"a": SENTINEL}}'),
      put('gemini-cli', '{"mcpServers":"SENTINEL"}'),
    ];
    const preview = previewOf(plan(files));
    expect(JSON.stringify(preview)).not.toContain('SENTINEL');
    expect(preview.items[0]?.shown).toEqual({
      kind: 'stdio',
      target: 'npx -y fs --api-key [redacted]',
      values: ['KEY=••••••'],
    });
    expect(preview.problems.map(({ client }) => client)).toEqual(['zed', 'gemini-cli']);
  });

  it('knows the servers that there are by what they run, and keeps names apart', () => {
    const { put } = place();
    const existing = [
      upstreamConfigSchema.parse({ kind: 'stdio', name: 'Old', command: 'uvx', args: ['notes'] }),
      upstreamConfigSchema.parse({ kind: 'stdio', name: 'FILES', command: 'other' }),
    ];
    const { entries } = plan([put('claude-desktop', desktop)], existing);
    expect(entries.slice(0, 2).map(({ item }) => [item.state, item.server])).toEqual([
      ['new', 'files-2'],
      ['same', 'Old'],
    ]);
  });

  it('reads Claude Code’s projects', () => {
    const { put } = place();
    const file = put(
      'claude-code',
      JSON.stringify({
        mcpServers: { a: { command: 'x' } },
        projects: {
          '/p': { mcpServers: { b: { type: 'http', url: 'https://x.invalid' } }, history: [] },
          '/q': {},
          '/r': 7,
        },
      }),
    );
    expect(plan([file]).entries.map(({ item, path }) => [item.project, path])).toEqual([
      [null, ['mcpServers', 'a']],
      ['/p', ['projects', '/p', 'mcpServers', 'b']],
    ]);
  });

  it('takes hostile files for what they are, without waiting and without a word of them', () => {
    const { put, folder } = place();
    const loop = join(folder, 'loop');
    symlinkSync(loop, loop);
    const nowhere = join(folder, 'nowhere');
    symlinkSync(join(folder, 'none'), nowhere);
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const big = put('cursor', Buffer.alloc(33 * 1024 * 1024, 0x20), 'big');
    const names = [loop, nowhere, pipe, folder, join(folder, 'gone')];
    const files = [
      ...names.map((file) => fileAt('cursor', file)),
      big,
      put('cursor', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), 'utf16'),
      put('cursor', '['.repeat(100_000), 'deep'),
      put('cursor', '[]', 'list'),
      put('cursor', '{"mcpServers":[]}', 'wrong'),
      put('cursor', '\u0000', 'nul'),
    ];
    const { entries, problems } = plan(files);
    expect(entries).toEqual([]);
    expect(problems.map(({ why }) => why)).toEqual([
      'It is a link that leads back to itself.',
      'It is a link to a file that is not there.',
      'It is no file.',
      'It is no file.',
      'It is not there any more.',
      'It is larger than 32 MB.',
      'It is no UTF-8 text.',
      'It is nested too deeply.',
      'It is no object.',
      'Its “mcpServers” is no object.',
      'It is no valid JSON (line 1).',
    ]);
  });

  it('takes __proto__ and constructor for names of servers', () => {
    const { put } = place();
    const { entries } = plan([
      put('cursor', '{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}'),
    ]);
    expect(entries.map(({ item }) => item.server)).toEqual(['__proto__', 'constructor']);
    expect(({} as { command?: string }).command).toBeUndefined();
  });
});

describe('pointing entries to Inkwatch', () => {
  it('leads every client through the gateway by what it can do, and back byte for byte', () => {
    const { put, backups } = place();
    const entry = { command: 'npx', args: ['x'], env: { A: 'SENTINEL-env-7f3a' }, keep: true };
    const files = clientDialects.map((dialect) =>
      put(
        dialect.key,
        dialect.format === 'toml'
          ? '[mcp_servers.files] # c\ncommand = "npx"\nargs = ["x"]\nkeep = true\n[mcp_servers.files.env]\nA = "SENTINEL-env-7f3a"\n'
          : JSON.stringify({ [dialect.group]: { files: entry } }, null, 3),
      ),
    );
    const before = files.map(({ file }) => readFileSync(file));
    const planned = plan(files);
    const changed = pointToInkwatch(planned.entries, allOf(planned), address, backups);
    expect(changed.map(({ kind }) => kind)).toEqual(files.map(() => 'changed'));
    for (const { file, client } of files) {
      const text = readFileSync(file, 'utf8');
      expect(text).not.toContain('SENTINEL-env');
      expect(text).toContain('keep');
      expect(text).toContain(client === 'claude-desktop' ? '"--server"' : `${address.url}/files`);
      expect(text.includes(address.token)).toBe(client !== 'claude-desktop');
    }
    // What leads here now is not imported again.
    expect(new Set(plan(files).entries.map(({ item }) => item.state))).toEqual(new Set(['own']));
    for (const [at, { file }] of files.entries()) {
      expect(restoreClientFile(file, backups).kind).toBe('restored');
      expect(readFileSync(file)).toEqual(before[at]);
      expect(restoreClientFile(file, backups)).toMatchObject({ kind: 'nothing' });
    }
  });

  it('keeps link, mode, byte-order mark and line ends', () => {
    const { folder, backups } = place();
    const target = join(folder, 'dotfiles', 'mcp.json');
    mkdirSync(dirname(target));
    const before = '\ufeff{\r\n  "mcpServers": {\r\n    "a": { "command": "x" } // c\r\n  }\r\n}';
    writeFileSync(target, before);
    chmodSync(target, 0o640);
    const file = join(folder, 'mcp.json');
    symlinkSync(target, file);
    const planned = plan([fileAt('cursor', file)]);
    expect(pointToInkwatch(planned.entries, allOf(planned), address, backups)[0]?.kind).toBe(
      'changed',
    );
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    const text = readFileSync(target, 'utf8');
    expect(text.startsWith('\ufeff{\r\n')).toBe(true);
    expect(text).toContain(' // c\r\n  }\r\n}');
    expect(restoreClientFile(file, backups).kind).toBe('restored');
    expect(readFileSync(target, 'utf8')).toBe(before);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(['backups', 'dotfiles', 'mcp.json']);
  });

  it('is refused where the file is no longer what the person saw, and nothing is written', () => {
    const { put, backups, folder } = place();
    const file = put('claude-desktop', desktop);
    const planned = plan([file]);
    writeFileSync(file.file, `${desktop} `);
    expect(pointToInkwatch(planned.entries, allOf(planned), address, backups)).toEqual([
      { kind: 'refused', file: file.file, why: 'It was changed meanwhile. Look at it again.' },
    ]);
    expect(readFileSync(file.file, 'utf8')).toBe(`${desktop} `);
    expect(readdirSync(folder)).toEqual(['claude-desktop.conf']);
  });

  it('keeps originals for their owner alone', () => {
    const { put, backups, folder } = place();
    const planned = plan([put('claude-desktop', desktop)]);
    pointToInkwatch(planned.entries, allOf(planned), address, backups);
    const kept = join(folder, 'backups');
    expect(statSync(kept).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(kept))
      expect(statSync(join(kept, name)).mode & 0o777).toBe(0o600);
  });
});
