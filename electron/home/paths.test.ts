import { expect, test } from 'vitest';
import { defaultHome, homePaths, resolveHome, type Surroundings } from './paths.ts';

const linux: Surroundings = { env: {}, platform: 'linux', homeFolder: '/home/a', cwd: '/my work' };

test('the default home is where Electron keeps the data of an app named Inkwatch', () => {
  expect(defaultHome(linux)).toBe('/home/a/.config/Inkwatch');
  expect(defaultHome({ ...linux, env: { XDG_CONFIG_HOME: '/cfg' } })).toBe('/cfg/Inkwatch');
  expect(defaultHome({ ...linux, platform: 'darwin' })).toBe(
    '/home/a/Library/Application Support/Inkwatch',
  );
  expect(defaultHome({ ...linux, platform: 'win32', env: { APPDATA: '/r' } })).toBe('/r/Inkwatch');
});

test('a relative XDG folder is ignored, as its specification says', () => {
  expect(defaultHome({ ...linux, env: { XDG_CONFIG_HOME: 'cfg' } })).toBe(
    '/home/a/.config/Inkwatch',
  );
});

test('case b04-store-location: relative resolves against the working folder, empty means default', () => {
  expect(resolveHome('daten/größe', linux)).toBe('/my work/daten/größe');
  expect(resolveHome('/abs', linux)).toBe('/abs');
  expect(resolveHome('', linux)).toBe('/home/a/.config/Inkwatch');
  expect(resolveHome('  ', { ...linux, env: { INKWATCH_HOME: '' } })).toBe(
    '/home/a/.config/Inkwatch',
  );
  expect(resolveHome(null, { ...linux, cwd: '/', env: { INKWATCH_HOME: 'x y' } })).toBe('/x y');
});

test('the folder named on the command line wins over the environment', () => {
  expect(resolveHome('/one', { ...linux, env: { INKWATCH_HOME: '/two' } })).toBe('/one');
});

test('every file of a home lies in it', () => {
  const { home, ...files } = homePaths('/h');
  for (const file of Object.values(files)) expect(file.startsWith(`${home}/`)).toBe(true);
});
