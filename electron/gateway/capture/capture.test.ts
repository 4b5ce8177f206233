import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureArguments } from './capture.ts';
import { upstreamErrorText } from './error-text.ts';

/** The case's arguments. The edge of 128 characters falls into the secret at the end of `pad`. */
const secrets: unknown = JSON.parse(`{
  "title": "t", "api_key": "SENTINEL-top-7f3a",
  "config": { "Authorization": "Bearer SENTINEL-nested-7f3a", "COOKIE": "sid=SENTINEL-cookie-7f3a",
    "db": { "passWord": "SENTINEL-deep-7f3a",
      "private_key": "-----BEGIN PRIVATE KEY-----\\nSENTINEL-pem-7f3a\\n-----END PRIVATE KEY-----" } },
  "headers": [{ "name": "X-Api-Key", "value": "SENTINEL-pair-7f3a" }, ["authorization", "Basic SENTINEL-tuple-7f3a"]],
  "payload": "{\\"token\\": \\"SENTINEL-jsonstring-7f3a\\"}",
  "url": "https://user:SENTINEL-urlpass-7f3a@example.invalid/p?access_token=SENTINEL-query-7f3a",
  "content": "please remember my key sk-SENTINEL-freetext-7f3a thanks",
  "pad": "${'x'.repeat(480)}SENTINEL-truncation-edge-7f3a",
  "SENTINEL-as-key-7f3a": 1, "tokenCount": 5, "tokenizer": "keep me readable" }`);

const schemaOf = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const described = schemaOf(
  'title',
  'api_key',
  'config',
  'headers',
  'payload',
  'url',
  'content',
  'pad',
  'tokenCount',
  'tokenizer',
);

const summaryOf = (args: unknown, inputSchema: unknown = null, raw: string | null = null) =>
  captureArguments({ args, raw, inputSchema, level: 'summary' }).summary;

describe('case d02-redaction-gaps: what a row keeps of a call', () => {
  it('holds no secret, and harmless look-alikes stay readable', () => {
    for (const inputSchema of [described, null]) {
      expect(JSON.stringify(summaryOf(secrets, inputSchema))).not.toContain('SENTINEL');
    }
    expect(summaryOf(secrets, described)).toEqual({
      title: 't',
      api_key: '[redacted]',
      config_count: 3,
      headers_count: 2,
      'headers[0].name': 'X-Api-Key',
      payload_length: 37,
      url: 'https://[redacted]@example.invalid/p?access_token=[redacted]',
      content_length: 55,
      pad_length: 509,
      tokenCount: 5,
      tokenizer_length: 16,
      other_arguments: 1,
    });
  });

  it('is nothing at the level digest', () => {
    expect(
      captureArguments({ args: secrets, raw: null, inputSchema: described, level: 'digest' }),
    ).toEqual({
      summary: {},
      full: null,
    });
  });

  it('is everything but the secrets at the level full', () => {
    const { full } = captureArguments({
      args: secrets,
      raw: null,
      inputSchema: described,
      level: 'full',
    });
    const kept = JSON.parse(full ?? '') as Record<string, unknown>;
    expect(kept).toMatchObject({ tokenizer: 'keep me readable', tokenCount: 5, '[redacted]': 1 });
    expect(kept.content).toBe('please remember my key [redacted] thanks');
    // The padding is content: nothing around it or in it says that it is a secret.
    expect(JSON.stringify({ ...kept, pad: '' })).not.toContain('SENTINEL');
  });

  it('is never half a secret at the edge of a cut', () => {
    for (let at = 90; at < 140; at += 1) {
      const path = `${'x '.repeat(at / 2)}sk-SENTINEL-edge-7f3a`;
      expect(JSON.stringify(summaryOf({ path }))).not.toMatch(/sk-|SENT/);
    }
    const long = `${'word '.repeat(900)}sk-SENTINEL-window-7f3a`;
    expect(JSON.stringify(summaryOf({ path: `token=${long}` }))).not.toContain('SENTINEL');
  });
});

describe('the summary of a call', () => {
  it('shows what identifies it, cut at 128 characters and never inside one', () => {
    const title = `${'a'.repeat(127)}😀b`;
    expect(
      summaryOf({
        path: '/notes/plan.md',
        title,
        repo: 'o/r',
        id: 7,
        channel: '#x',
        to: ['a@b.c', 'd@e.f'],
      }),
    ).toEqual({
      path: '/notes/plan.md',
      title: 'a'.repeat(127),
      repo: 'o/r',
      id: 7,
      channel: '#x',
      to_count: 2,
      to: 'a@b.c, d@e.f',
    });
  });

  it('gives lengths and counts for the rest, and finds what identifies it further in', () => {
    const schema = schemaOf('file_path', 'new_text', 'edits', 'entities', 'dryRun', 'issue');
    expect(
      summaryOf(
        {
          file_path: 'a.ts',
          new_text: 'secret plans',
          edits: [{ oldText: 'x', newText: 'y' }, {}],
          entities: [{ name: 'Ann', observations: ['likes tea'] }],
          dryRun: false,
          issue: { title: 'Bug', body: 'long text', id: 5 },
        },
        schema,
      ),
    ).toEqual({
      file_path: 'a.ts',
      new_text_length: 12,
      edits_count: 2,
      entities_count: 1,
      'entities[0].name': 'Ann',
      dryRun: false,
      issue_count: 3,
      'issue.title': 'Bug',
      'issue.id': 5,
    });
  });

  it('takes text of several lines for content, whatever it is called', () => {
    expect(summaryOf({ source: 'line 1\nline 2', name: 'one line\n' })).toEqual({
      source_length: 13,
      name: 'one line\n',
    });
  });

  it('shows a number beyond 2^53 as it was written', () => {
    const raw = '{"id":12345678901234567890,"page":{"id":9007199254740993}}';
    expect(summaryOf(JSON.parse(raw), schemaOf('id', 'page'), raw)).toEqual({
      id: '12345678901234567890',
      page_count: 1,
      'page.id': '9007199254740993',
    });
    expect(summaryOf(JSON.parse(raw), null)).toMatchObject({ id: 'about 12345678901234567000' });
  });

  it('says of arguments that are no object what they are', () => {
    expect(summaryOf([1, 2])).toEqual({ arguments: 'a list' });
    expect(summaryOf('x')).toEqual({ arguments: 'a string' });
    expect(summaryOf(null)).toEqual({});
    expect(
      JSON.stringify(summaryOf(JSON.parse('{"__proto__":{"path":"x"},"constructor":1}'))),
    ).toBe('{"other_arguments":2}');
  });

  it('takes bounded time, and says what was left out', () => {
    const list = Array.from({ length: 300_000 }, (_, at) => ({ name: `n${at}`, v: 'x y z' }));
    const map = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 'v v v']));
    const args: unknown = JSON.parse(
      JSON.stringify({ path: '/x', content: 'a b '.repeat(2_000_000), list, map }).replace(
        /}$/,
        `,"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      ),
    );
    const inputSchema = schemaOf('path', 'content', 'list', 'map', 'deep');
    const began = performance.now();
    const { summary, full } = captureArguments({ args, raw: null, inputSchema, level: 'full' });
    upstreamErrorText('failed', { args, raw: null, inputSchema, level: 'summary', known: [] });
    expect(performance.now() - began).toBeLessThan(2000);
    expect(summary).toMatchObject({
      path: '/x',
      content_length: 8_000_000,
      list_count: 300_000,
      cut: true,
    });
    expect(full?.length).toBeLessThan(400_000);
    expect(full).toContain('[cut: 8000000 characters in all]');
  });

  it('and the full capture never throw, and are JSON, for any arguments', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }),
        fc.anything(),
        (args, inputSchema) => {
          const kept = captureArguments({ args, raw: null, inputSchema, level: 'full' });
          JSON.parse(kept.full ?? '');
          JSON.stringify(kept.summary);
          upstreamErrorText('x', { args, raw: null, inputSchema, level: 'summary', known: [] });
        },
      ),
    );
  });
});

describe('case d02-redaction-gaps: an upstream’s error', () => {
  const textOf = (
    message: string,
    level: 'digest' | 'summary' | 'full' = 'summary',
    known: readonly string[] = [],
  ) =>
    upstreamErrorText(message, { args: secrets, raw: null, inputSchema: described, level, known });

  it('may repeat the arguments in any way, and no secret of them is kept', () => {
    const values = Object.values(secrets as object);
    for (const message of [
      JSON.stringify(secrets),
      JSON.stringify(JSON.stringify(secrets)),
      JSON.stringify(secrets, null, 2),
      values.join(' '),
      ...[
        'top',
        'nested',
        'cookie',
        'deep',
        'pem',
        'pair',
        'tuple',
        'jsonstring',
        'urlpass',
        'query',
        'as-key',
      ].map((name) => `wrong: SENTINEL-${name}-7f3a!`),
      `cannot write ${String((secrets as { pad: string }).pad)}`,
      'boom: sk-SENTINEL-freetext-7f3a',
    ]) {
      for (const level of ['digest', 'summary'] as const)
        expect(textOf(message, level)).not.toContain('SENTINEL');
      expect(textOf(message, 'full').replace(/x+SENTINEL-truncation-edge-7f3a/, '')).not.toContain(
        'SENTINEL',
      );
    }
  });

  it('loses the secrets of the server’s own configuration', () => {
    expect(textOf('403 for SENTINEL-env-7f3a', 'summary', ['SENTINEL-env-7f3a'])).toBe(
      '403 for [redacted]',
    );
  });

  it('keeps what identifies the call at the level that shows it', () => {
    const args = { path: '/notes/of/a/long/path.md', content: 'the very content of it' };
    const of = (level: 'digest' | 'summary') =>
      upstreamErrorText('ENOENT: /notes/of/a/long/path.md for the very content of it', {
        args,
        raw: null,
        inputSchema: null,
        level,
        known: [],
      });
    expect(of('summary')).toBe('ENOENT: /notes/of/a/long/path.md for [redacted]');
    expect(of('digest')).toBe('ENOENT: [redacted] for [redacted]');
  });

  it('is cut at 300 characters, never inside one and never inside a secret', () => {
    expect(textOf('😀'.repeat(400))).toBe('😀'.repeat(150));
    expect(textOf(`a${'😀'.repeat(400)}`)).toBe(`a${'😀'.repeat(149)}`);
    for (let at = 270; at < 310; at += 1)
      expect(textOf(`${'y '.repeat(at / 2)}sk-SENTINEL-x-7f3a`)).not.toMatch(/sk-|SEN/);
    for (const length of [8170, 8175, 8180, 8184, 8190, 8195]) {
      expect(textOf(`token=${'z'.repeat(length)} sk-SENTINEL-window`)).toBe('token=[redacted]');
    }
    expect(textOf('\ud800 lone')).toBe('\ufffd lone');
  });
});
