import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeLink } from './links.ts';

const cases = readFileSync(new URL('./fixtures/g08-links.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly url: string; readonly open: boolean });

test.each(cases)('g08: $url may be opened: $open', ({ url, open }) => {
  expect(judgeLink(url).kind).toBe(open ? 'ask' : 'refused');
});

test.each([
  ['https://example.com:8443/a?b=c#d', 'example.com:8443'],
  ['HTTPS://EXAMPLE.COM', 'example.com'],
  // The question shows what the resolver will see, so that a look-alike letter is seen.
  ['https://ex\u0430mple.com/', 'xn--exmple-4nf.com'],
  ['http://[::1]:7465/', '[::1]:7465'],
  ['http://0x7f.1/', '127.0.0.1'],
])('the question about %s shows the real host', (url, host) => {
  expect(judgeLink(url)).toMatchObject({ kind: 'ask', host });
});

test.each([
  'https://user@evil.example/',
  'https://user:secret@evil.example/',
  'https://example.com@evil.example/',
  'https:\\\\example.com',
  'https:example.com',
  'https:/example.com',
  'https://',
  'https:///etc/passwd',
  'http://exa\tmple.com/',
  ' https://example.com/',
  'https://example.com/\u0000',
  'https://example.com/<script>',
  'https://example.com/"--flag',
  `https://example.com/${'a'.repeat(5000)}`,
  'blob:https://example.com/1',
  'view-source:https://example.com',
  'filesystem:https://example.com/',
  'inkwatch://app/',
])('%s is refused, with a reason', (url) => {
  const verdict = judgeLink(url);
  expect(verdict.kind).toBe('refused');
  expect(verdict.kind === 'refused' && verdict.why.length > 0).toBe(true);
});

test('whatever is opened parses again to the same web address', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (text) => {
      const verdict = judgeLink(text);
      if (verdict.kind === 'refused') return;
      const again = new URL(verdict.url);
      expect(['http:', 'https:']).toContain(again.protocol);
      expect(again.host).toBe(verdict.host);
      expect(again.username + again.password).toBe('');
    }),
  );
});
