import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { readEndpointFile, removeEndpointFile, writeEndpointFile } from './endpoint-file.ts';

const endpoint = { url: 'http://127.0.0.1:1/mcp', token: 't', pid: 12, version: '0.1.0' };

test('what is written is read back, by its owner only, with nothing left beside it', () => {
  const home = tempHome();
  const file = join(home, 'endpoint.json');
  writeEndpointFile(file, { ...endpoint, pid: 1 });
  writeEndpointFile(file, endpoint);
  expect(readEndpointFile(file)).toEqual(endpoint);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(home)).toEqual(['endpoint.json']);
});

test('a clean exit removes its own file, never the one of a process that came after', () => {
  const file = join(tempHome(), 'endpoint.json');
  writeEndpointFile(file, endpoint);
  removeEndpointFile(file, 13);
  expect(existsSync(file)).toBe(true);
  removeEndpointFile(file, 12);
  expect(existsSync(file)).toBe(false);
  removeEndpointFile(file, 12);
});

test('no file and a damaged file are both no endpoint', () => {
  const file = join(tempHome(), 'endpoint.json');
  expect(readEndpointFile(file)).toBeNull();
  writeFileSync(file, '{"url":');
  expect(readEndpointFile(file)).toBeNull();
  writeFileSync(file, '{"url":"http://x","token":"t","pid":"12"}');
  expect(readEndpointFile(file)).toBeNull();
});
