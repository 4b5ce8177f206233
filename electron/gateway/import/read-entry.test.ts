import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClientKey } from '../../../shared/client-files.ts';
import { clientDialects, dialectOf, entryFor } from './clients.ts';
import type { KnownValues } from './placeholders.ts';
import { readEntry } from './read-entry.ts';

/** A placeholder of this name. */
const of = (name: string): string => `\${${name}}`;

const known: KnownValues = {
  env: { TOKEN: 'SENTINEL-env-7f3a', HOME: '/home/me' },
  homeFolder: '/home/me',
  project: '/work/app',
  separator: '/',
  given: new Map([[of('input:key'), 'typed']]),
};
const read = (client: ClientKey, entry: unknown) =>
  readEntry(dialectOf(client), entry, 'one', known);
const configOf = (client: ClientKey, entry: unknown) => {
  const reading = read(client, entry);
  return reading.kind === 'server' ? reading.config : reading;
};

describe('an entry of a client’s file', () => {
  it('that starts a command is read in every client’s form', () => {
    const entry = {
      command: 'npx',
      args: ['-y', 'server', 7],
      env: { A: 'b', N: 1, Z: null },
      cwd: '/x',
    };
    for (const { key } of clientDialects) {
      expect(configOf(key, entry)).toMatchObject({
        kind: 'stdio',
        name: 'one',
        command: 'npx',
        args: ['-y', 'server', '7'],
        env: { A: 'b', N: '1' },
        cwd: '/x',
        enabled: true,
      });
    }
    expect(
      configOf('zed', { source: 'custom', command: { path: 'x', args: ['y'], env: { K: 'v' } } }),
    ).toMatchObject({
      kind: 'stdio',
      command: 'x',
      args: ['y'],
      env: { K: 'v' },
    });
  });

  it('that names an address is read in every client’s form', () => {
    const headers = { Authorization: 'Bearer x' };
    const url = 'https://example.invalid/mcp';
    const cases: readonly (readonly [ClientKey, unknown, string])[] = [
      ['claude-code', { type: 'http', url, headers }, 'http'],
      ['claude-code', { type: 'sse', url, headers }, 'sse'],
      ['cursor', { url, headers }, 'http'],
      ['vs-code', { type: 'http', url, headers }, 'http'],
      ['windsurf', { serverUrl: url, headers }, 'http'],
      ['zed', { url, headers }, 'http'],
      ['codex', { url, http_headers: headers, headers: { ignored: 'yes' } }, 'http'],
      ['gemini-cli', { httpUrl: url, headers }, 'http'],
      ['gemini-cli', { url, headers }, 'sse'],
    ];
    for (const [client, entry, kind] of cases)
      expect(configOf(client, entry)).toMatchObject({ kind, url, headers });
    expect(configOf('cursor', { url: 'https://example.invalid/sse' })).toMatchObject({
      kind: 'sse',
    });
  });

  it('is read back as it is written for Inkwatch', () => {
    for (const dialect of clientDialects) {
      const url = 'http://127.0.0.1:7465/mcp';
      expect(
        configOf(dialect.key, entryFor(dialect, { kind: 'http', url, token: 't' })),
      ).toMatchObject({
        kind: 'http',
        url,
        headers: { Authorization: 'Bearer t' },
      });
    }
  });

  it('has its placeholders filled where their values are known, and named where not', () => {
    expect(
      read('cursor', {
        command: 'x',
        env: { A: of('env:TOKEN'), B: of('env:NONE'), C: of('input:key') },
        args: [`${of('userHome')}${of('/')}y`, of('workspaceFolderBasename')],
      }),
    ).toMatchObject({
      config: {
        env: { A: 'SENTINEL-env-7f3a', B: of('env:NONE'), C: 'typed' },
        args: ['/home/me/y', 'app'],
      },
      placeholders: expect.arrayContaining([
        { at: 'env.A', text: of('env:TOKEN'), known: true },
        { at: 'env.B', text: of('env:NONE'), known: false },
      ]),
    });
    expect(
      configOf('claude-code', { command: of('CMD:-npx'), args: ['$HOME', of('HOME')] }),
    ).toMatchObject({ command: 'npx', args: ['$HOME', '/home/me'] });
    expect(configOf('gemini-cli', { command: 'x', args: ['$HOME'] })).toMatchObject({
      args: ['/home/me'],
    });
    expect(
      configOf('claude-desktop', { command: 'x', args: [of('HOME'), of('env:TOKEN')] }),
    ).toMatchObject({ args: [of('HOME'), of('env:TOKEN')] });
    expect(
      configOf('codex', {
        url: 'https://x.invalid',
        bearer_token_env_var: 'TOKEN',
        env_http_headers: { 'X-A': 'HOME' },
      }),
    ).toMatchObject({
      headers: { Authorization: 'Bearer SENTINEL-env-7f3a', 'X-A': '/home/me' },
    });
    expect(
      configOf('codex', {
        command: 'x',
        env_vars: ['TOKEN', 7],
        startup_timeout_sec: 20,
        tool_timeout_sec: 1e9,
      }),
    ).toMatchObject({
      env: { TOKEN: 'SENTINEL-env-7f3a' },
      connectTimeoutMs: 20_000,
      callTimeoutMs: 300_000,
    });
    expect(read('vs-code', { url: of('input:address') })).toMatchObject({ kind: 'incomplete' });
    expect(
      read('cursor', { command: 'x', args: [of('env:__proto__'), of('env:constructor')] }),
    ).toMatchObject({ placeholders: [{ known: false }, { known: false }] });
  });

  it('keeps whether it is switched off', () => {
    expect(configOf('windsurf', { command: 'x', disabled: true })).toMatchObject({
      enabled: false,
    });
    expect(configOf('zed', { command: 'x', enabled: false })).toMatchObject({ enabled: false });
  });

  it('that cannot be taken over says why, without its values', () => {
    const cases: readonly (readonly [ClientKey, unknown])[] = [
      ['cursor', null],
      ['cursor', 'SENTINEL'],
      ['cursor', {}],
      ['zed', { settings: { key: 'SENTINEL' } }],
      ['cursor', { command: 7 }],
      ['cursor', { command: '' }],
      ['cursor', { command: 'x', args: 'SENTINEL' }],
      ['cursor', { command: 'x', args: [{ SENTINEL: 1 }] }],
      ['cursor', { command: 'x', env: ['SENTINEL'] }],
      ['cursor', { command: 'x', env: { A: ['SENTINEL'] } }],
      ['cursor', { command: 'x', env: { 'A=B': 'SENTINEL' } }],
      ['cursor', { url: 'ftp://SENTINEL' }],
      ['cursor', { url: 'https://x.invalid', headers: { A: 'SENTINEL\r\nX: y' } }],
      ['cursor', { url: 'https://x.invalid', auth: { CLIENT_ID: 'SENTINEL' } }],
      ['claude-code', { type: 'ws', url: 'wss://SENTINEL' }],
    ];
    for (const [client, entry] of cases) {
      const reading = read(client, entry);
      expect([entry, reading.kind]).toEqual([entry, 'unsupported']);
      expect(JSON.stringify(reading)).not.toContain('SENTINEL');
    }
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...clientDialects),
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            command: fc.anything(),
            args: fc.anything(),
            env: fc.anything(),
            url: fc.anything(),
            type: fc.anything(),
          }),
        ),
        (dialect, entry) => {
          readEntry(dialect, entry, 'one', known);
        },
      ),
    );
  });
});
