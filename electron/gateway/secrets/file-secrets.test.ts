import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UpstreamConfig, upstreamConfigSchema } from '../../../shared/upstream.ts';
import { tempHome } from '../../testing/temp-home.ts';
import { createFileSecrets } from './file-secrets.ts';
import type { SecretSealer } from './secret-store.ts';
import { forgetSecrets, openConfig, storeConfig } from './stored-config.ts';

const place = () => join(tempHome(), 'deep', 'secrets.json');

/** Stands for the keychain: what it gives out shows nothing of what went in. */
const sealer = (there = true): SecretSealer => ({
  available: () => there,
  seal: (text) => Buffer.from(text, 'utf8').toString('base64').split('').reverse().join(''),
  open: (sealed) => Buffer.from(sealed.split('').reverse().join(''), 'base64').toString('utf8'),
});

const set = (key: string, value: string | null) => new Map([[key, value]]);

const stdio: UpstreamConfig = upstreamConfigSchema.parse({
  kind: 'stdio',
  name: 'files',
  command: 'npx',
  env: { API_KEY: 'SENTINEL-env-7f3a', DEBUG: '1' },
});

describe('the file of secrets', () => {
  it('keeps values for its owner alone, and gives them back', () => {
    const file = place();
    const store = createFileSecrets(file);
    expect(store.get('a')).toEqual({ kind: 'absent' });
    store.change(set('a', 'välue\n'));
    expect(createFileSecrets(file).get('a')).toEqual({ kind: 'found', value: 'välue\n' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    store.get('a');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    store.change(set('a', null));
    expect(store.keys()).toEqual([]);
    expect(store.warnings()).toEqual([]);
    expect(readdirSync(join(file, '..'))).toEqual(['secrets.json']);
  });

  it('takes any names and values', () => {
    const file = place();
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.string()), (values) => {
        const store = createFileSecrets(file);
        store.change(new Map(Object.entries(values)));
        store.change(set('__proto__', 'p'));
        for (const [key, value] of Object.entries(values)) {
          if (key !== '__proto__') expect(store.get(key)).toEqual({ kind: 'found', value });
        }
        expect(store.get('__proto__')).toEqual({ kind: 'found', value: 'p' });
      }),
      { numRuns: 30 },
    );
  });

  it('is set aside where it is broken, and never silently reset', () => {
    for (const broken of [
      '',
      '{',
      '[]',
      '{"version":2,"secrets":[]}',
      '{"version":1,"secrets":[["a",{"plain":7}]]}',
      '{"version":1,"secrets":{"__proto__":{}}}',
    ]) {
      const file = place();
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, broken);
      const store = createFileSecrets(file, { now: () => new Date(0) });
      expect(store.get('a')).toEqual({ kind: 'absent' });
      expect(store.warnings()[0]).toContain('.broken-1970-01-01');
      store.change(set('a', 'new'));
      expect(readFileSync(`${file}.broken-1970-01-01T00-00-00-000`, 'utf8')).toBe(broken);
      expect(store.get('a')).toEqual({ kind: 'found', value: 'new' });
    }
  });

  it('says that it cannot be read, and is left alone', () => {
    const file = place();
    mkdirSync(join(file, '..'), { recursive: true });
    symlinkSync(file, file);
    const store = createFileSecrets(file);
    expect(store.get('a')).toEqual({
      kind: 'locked',
      why: 'The file of secrets could not be read (ELOOP).',
    });
    expect(() => store.change(set('a', 'SENTINEL'))).toThrow('could not be read');
    expect(store.keys()).toEqual([]);
  });

  it('refuses what does not fit as a whole, without naming it', () => {
    const store = createFileSecrets(place());
    const changes = new Map([
      ['good', 'x'],
      ['long', 'SENTINEL'.repeat(10_000)],
    ]);
    expect(() => store.change(changes)).toThrow(/^A secret is longer than 64 KB\.$/);
    expect(store.keys()).toEqual([]);
  });
});

describe('with a keychain', () => {
  it('values are sealed, and only the keychain opens them', () => {
    const file = place();
    createFileSecrets(file, { sealer: sealer() }).change(set('a', 'SENTINEL-sealed-7f3a'));
    expect(readFileSync(file, 'utf8')).not.toContain('SENTINEL');
    expect(createFileSecrets(file, { sealer: sealer() }).get('a')).toEqual({
      kind: 'found',
      value: 'SENTINEL-sealed-7f3a',
    });
    for (const other of [null, sealer(false)]) {
      expect(createFileSecrets(file, { sealer: other }).get('a')).toMatchObject({ kind: 'locked' });
    }
  });

  it('one that does not open them is said to, and one that is not there leaves a file', () => {
    const file = place();
    createFileSecrets(file, { sealer: sealer() }).change(set('a', 'x'));
    const closed: SecretSealer = {
      ...sealer(),
      open: () => {
        throw new Error('SENTINEL');
      },
    };
    const answer = createFileSecrets(file, { sealer: closed }).get('a');
    expect(answer).toEqual({
      kind: 'locked',
      why: 'The keychain does not open it. Enter it again.',
    });
    const store = createFileSecrets(file, { sealer: sealer(false) });
    store.change(set('b', 'plain'));
    expect(createFileSecrets(file).get('b')).toEqual({ kind: 'found', value: 'plain' });
    createFileSecrets(file, { sealer: sealer() }).change(set('c', 'x'));
    expect(readFileSync(file, 'utf8')).not.toContain('plain');
    expect(createFileSecrets(file, { sealer: sealer() }).get('b')).toEqual({
      kind: 'found',
      value: 'plain',
    });
  });
});

describe('case d02-redaction-gaps: a server’s configuration', () => {
  it('is stored without any value of its env or headers, and comes back whole', () => {
    const store = createFileSecrets(place());
    const http: UpstreamConfig = upstreamConfigSchema.parse({
      kind: 'http',
      name: 'web',
      url: 'https://example.invalid/mcp',
      headers: { Authorization: 'Bearer SENTINEL-header-7f3a' },
    });
    for (const config of [stdio, http]) {
      const stored = storeConfig(config, store);
      expect(JSON.stringify(stored)).not.toContain('SENTINEL');
      const read = upstreamConfigSchema.parse(JSON.parse(JSON.stringify(stored)));
      expect(openConfig(read, store)).toEqual({
        kind: 'ready',
        config,
      });
    }
    expect(store.keys()).toEqual([
      'upstream/files/env/API_KEY',
      'upstream/files/env/DEBUG',
      'upstream/web/headers/Authorization',
    ]);
  });

  it('forgets values that it no longer has, and all of them when the server goes', () => {
    const store = createFileSecrets(place());
    storeConfig(stdio, store);
    storeConfig(upstreamConfigSchema.parse({ ...stdio, env: { OTHER: 'x' } }), store);
    storeConfig(upstreamConfigSchema.parse({ ...stdio, name: 'files-2' }), store);
    expect(store.keys()).toEqual([
      'upstream/files/env/OTHER',
      'upstream/files-2/env/API_KEY',
      'upstream/files-2/env/DEBUG',
    ]);
    forgetSecrets('files', store);
    expect(store.keys()).toHaveLength(2);
  });

  it('says which values are missing and why, and never what they were', () => {
    const file = place();
    const stored = storeConfig(stdio, createFileSecrets(file, { sealer: sealer() }));
    expect(openConfig(stored, createFileSecrets(file))).toEqual({
      kind: 'missing',
      names: ['API_KEY', 'DEBUG'],
      why: 'It is in the keychain, which only the desktop app can open.',
    });
    expect(openConfig(stored, createFileSecrets(place()))).toMatchObject({ kind: 'missing' });
  });
});
