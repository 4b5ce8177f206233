import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { loadToken, tokenMatches } from './token.ts';

test('the token is 256 random bits, for its owner only, and the same after a restart', () => {
  const file = join(tempHome(), 'made', 'token');
  const token = loadToken(file);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(loadToken(file)).toBe(token);
  expect(loadToken(join(tempHome(), 'token'))).not.toBe(token);
});

test('a token file that others could read is closed again', () => {
  const file = join(tempHome(), 'token');
  loadToken(file);
  chmodSync(file, 0o644);
  loadToken(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a file that holds no token is set aside, not used and not deleted', () => {
  const home = tempHome();
  writeFileSync(join(home, 'token'), 'hunter2');
  const token = loadToken(join(home, 'token'), () => new Date(0));
  expect(token).toHaveLength(43);
  expect(readdirSync(home)).toEqual(['token', 'token.broken-1970-01-01T00-00-00-000']);
  expect(readFileSync(join(home, 'token.broken-1970-01-01T00-00-00-000'), 'utf8')).toBe('hunter2');
});

test('only the very same token matches', () => {
  const token = loadToken(join(tempHome(), 'token'));
  expect(tokenMatches(token, token)).toBe(true);
  for (const other of ['', token.slice(1), `${token} `, token.toUpperCase(), `${token}${token}`]) {
    expect(tokenMatches(token, other)).toBe(false);
  }
});
