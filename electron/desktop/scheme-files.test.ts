import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, servedFile } from './scheme-files.ts';

const folder = join('/', 'srv', 'window');

test.each([
  ['inkwatch://app/', 'index.html', 'text/html; charset=utf-8'],
  ['inkwatch://app/index.html', 'index.html', 'text/html; charset=utf-8'],
  ['inkwatch://app/assets/main-1.js', 'assets/main-1.js', 'text/javascript; charset=utf-8'],
  ['inkwatch://app/assets/inter.woff2', 'assets/inter.woff2', 'font/woff2'],
  ['inkwatch://app/assets/a%20b.css?x#y', 'assets/a b.css', 'text/css; charset=utf-8'],
])('%s serves %s', (url, file, type) => {
  expect(servedFile(url, folder)).toEqual({ path: join(folder, file), type });
});

test.each([
  'inkwatch://app/../../etc/passwd.json',
  'inkwatch://app/%2e%2e/%2e%2e/etc/shadow.json',
  'inkwatch://app/..%2f..%2fsecret.json',
  'inkwatch://app/%252e%252e/x.js',
  'inkwatch://app/..%5c..%5csecret.json',
  'inkwatch://app/a%00.html',
  'inkwatch://app/%zz.html',
  'inkwatch://other/index.html',
  'inkwatch://app:80/index.html',
  'file:///srv/window/index.html',
  'https://app/index.html',
  'inkwatch://app/main.js.map',
  'inkwatch://app/settings',
  'no url at all',
])('%s serves nothing outside the folder', (url) => {
  const served = servedFile(url, folder);
  // `..` in a standard scheme's path is resolved by the URL parser already: it stays inside.
  if (served !== null) expect(served.path.startsWith(folder)).toBe(true);
});

test.each([
  'inkwatch://app/..%2f..%2fsecret.json',
  'inkwatch://app/..%5csecret.json',
  'inkwatch://app/a%00.html',
  'inkwatch://other/index.html',
  'inkwatch://app/main.js.map',
])('%s is refused', (url) => {
  expect(servedFile(url, folder)).toBeNull();
});

test('the policy allows no inline script, no eval, no network and no frame', () => {
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(contentSecurityPolicy).not.toMatch(/unsafe|\*|https?:|blob:/);
  expect(contentSecurityPolicy).toContain("frame-src 'none'");
});
