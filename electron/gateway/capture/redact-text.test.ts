import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactText } from './redact-text.ts';
import { isSecretKey, isSecretMember } from './secret-keys.ts';
import { looksRandom } from './secret-shapes.ts';

const S = 'SENTINEL-7f3a';

describe('case d02-redaction-gaps: names of secrets', () => {
  it('are known in any spelling', () => {
    for (const name of `api_key apiKey API-KEY X-Api-Key apikey Authorization COOKIE Set-Cookie passWord db_password
      clientSecret private_key accessToken access_token refresh_token token tokens aws_secret_access_key
      GITHUB_TOKEN connectionString AccountKey SharedAccessKey sig X-Amz-Signature credentials pin
      user.password ssh_key otp`.split(/\s+/)) {
      expect([name, isSecretKey(name)]).toEqual([name, true]);
    }
  });

  it('and harmless look-alikes stay readable', () => {
    for (const name of `tokenCount token_count tokenizer max_tokens total_tokens token_type tokenLimit author
      authority keyboard key monkey passenger compass passed secretary password_policy cookie_count path title
      bypass pinned assign design`.split(/\s+/)) {
      expect([name, isSecretKey(name)]).toEqual([name, false]);
    }
    expect(isSecretMember('tokens', 512)).toBe(false);
    expect(isSecretMember('tokens', S)).toBe(true);
    expect(isSecretMember('password', 1234)).toBe(true);
    expect(isSecretMember('password', true)).toBe(false);
    expect(isSecretMember('secret', null)).toBe(false);
  });
});

describe('case d02-redaction-gaps: a text', () => {
  it('loses what its names and shapes give away, at every place it can stand', () => {
    for (const text of [
      `token=${S}`,
      `"token": "${S} more"`,
      `{\\"token\\": \\"${S}\\"}`,
      `'X-Api-Key': '${S}'`,
      `Authorization: Bearer ${S}`,
      `authorization=Basic ${S}`,
      `Cookie: a=1; sid=${S}`,
      `password: two words ${S}`,
      `the password is ${S}`,
      `--api-key ${S} --verbose`,
      `curl -H "Authorization: Bearer ${S}"`,
      `https://user:${S}@example.invalid/p`,
      `https://example.invalid/?a=1&access_token=${S}&b=2`,
      `postgres://app:a@b/${S}@db:5432/app`,
      `Server=x;User Id=sa;Password=${S};Encrypt=1`,
      `-----BEGIN RSA PRIVATE KEY-----\n${S}\n-----END RSA PRIVATE KEY-----`,
      `-----BEGIN PRIVATE KEY-----\n${S}`,
      `key sk-${S}`,
      `SECRET_KEY = {"a": ["${S}"]}`,
      `https://hooks.slack.com/services/T0/B0/${S}`,
      `bearer ${S}`,
      `client_secret=>${S}`,
      `password:\n${S}`,
    ]) {
      const clean = redactText(text);
      expect(clean).not.toContain('SENTINEL');
      expect(clean).toContain('[redacted]');
    }
  });

  it('loses tokens of the known makers', () => {
    const a = 'Ab1'.repeat(14);
    for (const token of [
      `ghp_${a}`,
      `github_pat_${a}`,
      `glpat-${a}`,
      `xoxb-${a}`,
      'AKIAIOSFODNN7EXAMPLE',
      `AIza${a}`,
      `sk-ant-${a}`,
      `sk_live_${a}`,
      `npm_${a}`,
      `hf_${a}`,
      `SG.${a}.${a}`,
      `123456789:${a.slice(0, 35)}`,
      `eyJhbGciOi.eyJzdWIi.${a}`,
      `AGE-SECRET-KEY-1${'Q3'.repeat(20)}`,
      `ATATT3${a}`,
      `hvs.${a}`,
    ]) {
      expect(redactText(`it was ${token}, see`)).toBe('it was [redacted], see');
    }
  });

  it('loses random runs and keeps what a person can read', () => {
    for (const run of [
      '1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
    ]) {
      expect(looksRandom(run)).toBe(true);
      expect(redactText(run, undefined, false)).toBe(run);
    }
    for (const text of [
      'getServiceCatalogItemVariableDefinitions2',
      '/home/user/Projects/MyCoolApp2/src/components/Button.tsx',
      'q3-2026-plan-v2-final-draft-1',
      '550e8400-e29b-41d4-a716-446655440000',
      'ssh://git@github.com/a/b.git and git@github.com:a/b.git',
      'https://example.com:8080/a?page=2&sort=name',
      'basic understanding of max_tokens: 100, tokenizer: x',
      'EACCES: permission denied, open C:\\Users\\me\\Notes\\Plan 2026.md',
    ]) {
      expect(redactText(text)).toBe(text);
    }
  });

  it('tells each secret, so that it can be found where it stands alone', () => {
    const found: string[] = [];
    redactText(`https://user:${S}@h/?token=${S}2`, (secret) => found.push(secret));
    expect(found).toEqual(expect.arrayContaining([S, `${S}2`]));
  });

  it('never throws, and loses a token among whatever stands around it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'token=',
        '"',
        '\\',
        'password: ',
        '://',
        '@',
        'Bearer ',
        'sk-',
        '[redacted]',
        '{',
        '\n',
        ' ',
        'AKIAIOSFODNN7EXAMPLE',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const clean = redactText(pieces.join(' '));
        expect(clean).not.toContain('AKIAIOSFODNN7EXAMPLE');
      }),
    );
  });

  it('is read in time that grows with its length, whatever it holds', () => {
    const began = performance.now();
    for (const part of [
      'a:',
      '"',
      '\\',
      'a://',
      'token="',
      'token={',
      'eyJaaaaaaaaa.',
      'token="\\',
      'aB3',
      'postgres://',
      '-----BEGIN PRIVATE KEY-----',
      '--a ',
    ]) {
      redactText(part.repeat(Math.ceil(50_000 / part.length)));
    }
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
