import { expect, test } from 'vitest';
import { configOfForm, emptyForm, type ServerForm, wordsOf } from './server-form.ts';

const form = (part: Partial<ServerForm>) => configOfForm({ ...emptyForm, name: 'files', ...part });

test('a typed command becomes its words, with quotes kept together and no shell', () => {
  expect(wordsOf(`npx -y "my server" '' a"b c"d $HOME`)).toEqual({
    kind: 'words',
    words: ['npx', '-y', 'my server', '', 'ab cd', '$HOME'],
  });
  expect(wordsOf('C:\\Tools\\x.exe --root C:\\a')).toEqual({
    kind: 'words',
    words: ['C:\\Tools\\x.exe', '--root', 'C:\\a'],
  });
});

test('a whole form is a config', () => {
  const answer = form({ command: 'npx -y server /data', env: 'KEY=a=b\n\nOTHER = x ', cwd: ' ' });
  expect(answer).toMatchObject({
    kind: 'config',
    config: {
      name: 'files',
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'server', '/data'],
      env: { KEY: 'a=b', OTHER: 'x' },
      cwd: null,
    },
  });
  expect(
    form({ kind: 'http', url: ' https://a.example/mcp ', headers: 'X-Key: a:b' }),
  ).toMatchObject({
    config: { kind: 'http', url: 'https://a.example/mcp', headers: { 'X-Key': 'a:b' } },
  });
});

test('what is wrong is said at its field, with the line', () => {
  const wrong = (part: Partial<ServerForm>) => {
    const answer = form(part);
    return answer.kind === 'wrong' ? [answer.field, answer.why] : [];
  };
  expect(wrong({ name: 'a b', command: 'x' })).toEqual([
    'name',
    expect.stringContaining('letters'),
  ]);
  expect(wrong({ command: '  ' })).toEqual(['command', expect.stringContaining('command')]);
  expect(wrong({ command: 'x "y' })).toEqual(['command', 'A " is opened and not closed.']);
  expect(wrong({ command: 'x', env: 'A=1\nno' })).toEqual(['env', 'Line 2 is not NAME=value.']);
  expect(wrong({ command: 'x', env: 'A=1\nA=2' })).toEqual(['env', 'A is there twice (line 2).']);
  expect(wrong({ kind: 'http', url: 'file:///etc' })[0]).toBe('url');
  expect(wrong({ kind: 'sse', url: 'not an address' })[0]).toBe('url');
  expect(wrong({ kind: 'http', url: 'http://a/mcp', headers: 'No value' })).toEqual([
    'headers',
    'Line 1 is not Name: value.',
  ]);
  expect(wrong({ kind: 'http', url: 'http://a/mcp', headers: 'Bad name: x' })[0]).toBe('headers');
});
