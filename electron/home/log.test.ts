import { expect, test } from 'vitest';
import { createLog } from './log.ts';

const logged = (secrets: readonly string[], write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = [];
  write(createLog({ level: 'debug', secrets, destination: { write: (line) => lines.push(line) } }));
  return lines;
};

test('an entry is one line of JSON with its time', () => {
  const [line] = logged([], (log) => log.info({ tool: 'memory.store' }, 'recorded'));
  const entry: unknown = JSON.parse(line ?? '');
  expect(entry).toMatchObject({ level: 30, tool: 'memory.store', msg: 'recorded' });
  expect(line?.endsWith('}\n')).toBe(true);
});

test('a secret is replaced wherever it stands: message, field, error', () => {
  const text = logged(['s3cret-token'], (log) => {
    log.warn(`Bearer s3cret-token refused`);
    log.error({ err: new Error('GET /?t=s3cret-token'), headers: { a: ['s3cret-token'] } });
  }).join('');
  expect(text).not.toContain('s3cret-token');
  expect(text.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(3);
});

test('control, bidirectional and invisible characters reach no terminal, and the line stays JSON', () => {
  const hostile = '\u001b[2Jcleared\u009b1;1H \u202efdp.exe \u200b \u2028 \u{e0041} \r\n \u0000';
  const [line = ''] = logged([], (log) => log.info({ text: hostile }, hostile));
  expect(line.slice(0, -1)).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]+$/u);
  expect(JSON.parse(line)).toMatchObject({ text: hostile, msg: hostile });
});
