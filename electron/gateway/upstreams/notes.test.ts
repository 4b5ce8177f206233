import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import { knownSecrets, withoutSecrets } from './known-secrets.ts';
import { createNotes } from './notes.ts';

const secret = 'SENTINEL-a b/ü"c';
const config = upstreamConfigSchema.parse({
  name: 'x',
  kind: 'stdio',
  command: 'c',
  env: { KEY: secret, PEM: '-----BEGIN\nSENTINEL-line-two\n-----END', SHORT: 'no' },
});
const secrets = knownSecrets(config);

const notesOf = () =>
  createNotes({
    redact: (text) => withoutSecrets(text, secrets),
    longestSecret: () => secrets[0]?.length ?? 0,
  });

describe('d02: what a server says beside the protocol', () => {
  it.each([
    secret,
    `key=${secret} used`,
    encodeURIComponent(secret),
    JSON.stringify({ secret }),
    'SENTINEL-line-two',
  ])('is kept without the secrets of its configuration: %s', (text) => {
    const notes = notesOf();
    notes.pipe().push(Buffer.from(`${text}\n`));
    expect(notes.lines()).toHaveLength(1);
    expect(notes.last()).toContain('[redacted]');
    expect(notes.last()).not.toContain('SENTINEL');
  });

  it('never shows a part of a secret, wherever a line is cut', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.nat({ max: 20_000 }), (before, size) => {
        const notes = notesOf();
        const pipe = notes.pipe();
        const start = size % 2 === 0 ? 16 * 1024 - before : size;
        pipe.push(Buffer.from(`${'x'.repeat(start)}${secret} tail\n`));
        pipe.end();
        expect(notes.last()).not.toContain('SENT');
      }),
    );
  });

  it('is kept as 200 lines of at most 500 characters, which can do nothing on a screen', () => {
    const notes = notesOf();
    const pipe = notes.pipe();
    for (let line = 0; line < 1000; line += 1) pipe.push(Buffer.from(`line ${line}\n`));
    pipe.push(Buffer.from(`${'\u001b[31m\u202e'.repeat(500)}\n`));
    const lines = notes.lines();
    expect(lines).toHaveLength(200);
    expect(lines[0]?.text).toBe('line 801');
    expect(lines.at(-1)?.text.length).toBe(500);
    expect(lines.at(-1)?.text).toMatch(/^[\x20-\x7e]+$/);
  });

  it('of an address are its headers, its login and its query', () => {
    const web = upstreamConfigSchema.parse({
      name: 'x',
      kind: 'http',
      url: 'https://me:pass%20word@example.com/mcp?key=SENTINEL-query',
      headers: { Authorization: 'Bearer SENTINEL-bearer' },
    });
    const said = 'Bearer SENTINEL-bearer pass word SENTINEL-query';
    expect(withoutSecrets(said, knownSecrets(web))).toBe('[redacted] [redacted] [redacted]');
  });
});
