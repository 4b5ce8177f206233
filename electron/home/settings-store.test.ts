import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { tempHome } from '../testing/temp-home.ts';
import { openSettings, readSettings } from './settings-store.ts';

const at = () => new Date('2026-11-30T10:20:30.456Z');

const withFile = (text: string) => {
  const home = tempHome();
  const file = join(home, 'settings.json');
  writeFileSync(file, text);
  return { home, file, store: openSettings(file, at) };
};

test('without a file everything is at its default and nothing is written', () => {
  const home = tempHome();
  const store = openSettings(join(home, 'settings.json'));
  expect(store.current()).toEqual(defaultSettings);
  expect(store.warnings).toEqual([]);
  expect(readdirSync(home)).toEqual([]);
});

test('a change is stored for this person only, applied, and found again', () => {
  const home = tempHome();
  const file = join(home, 'made', 'settings.json');
  const store = openSettings(file);
  expect(store.change({ port: 9000 }).port).toBe(9000);
  expect(openSettings(file).current()).toEqual({ ...defaultSettings, port: 9000 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(home, 'made'))).toEqual(['settings.json']);
});

test('changing one value of a group leaves the others of that group alone', () => {
  const store = openSettings(join(tempHome(), 'settings.json'));
  store.change({ burst: { threshold: 7, windowSeconds: 30 } });
  expect(store.change({ burst: { threshold: 9 } }).burst).toEqual({
    threshold: 9,
    windowSeconds: 30,
  });
});

test('a refused change names the field and changes nothing', () => {
  const store = openSettings(join(tempHome(), 'settings.json'));
  expect(() => store.change({ burst: { threshold: 1 } })).toThrow(/burst\.threshold/);
  expect(store.current()).toEqual(defaultSettings);
});

test.each(['not json at all', '', '[]', 'null', '"text"', '{"port": 1,', '\u0000\u0000'])(
  'a file that is no settings file (%j) is set aside under a dated name, with a warning',
  (text) => {
    const { home, store } = withFile(text);
    expect(store.current()).toEqual(defaultSettings);
    expect(store.warnings).toHaveLength(1);
    expect(readdirSync(home)).toEqual(['settings.broken-2026-11-30T10-20-30-456.json']);
    expect(readFileSync(join(home, 'settings.broken-2026-11-30T10-20-30-456.json'), 'utf8')).toBe(
      text,
    );
  },
);

test('a folder in place of the file is set aside too', () => {
  const home = tempHome();
  mkdirSync(join(home, 'settings.json'));
  const store = openSettings(join(home, 'settings.json'), at);
  expect(store.warnings[0]).toMatch(/folder/);
  expect(store.change({ port: 1 }).port).toBe(1);
});

test('single bad values and unknown names are told by name, and the rest of the file holds', () => {
  const { home, file, store } = withFile(
    JSON.stringify({
      port: 'many',
      toolNames: 'dotted',
      burst: { threshold: 5, windowSeconds: -1, colour: 'red' },
      fromTheFuture: true,
    }),
  );
  expect(store.current()).toEqual({
    ...defaultSettings,
    toolNames: 'dotted',
    burst: { threshold: 5, windowSeconds: 60 },
  });
  const told = store.warnings.join('\n');
  for (const name of ['port', 'burst.windowSeconds', 'burst.colour', 'fromTheFuture']) {
    expect(told).toContain(name);
  }
  expect(readdirSync(home)).toEqual(['settings.json']);
  // The first change keeps the file that held the unusable values.
  store.change({ port: 2 });
  expect(readdirSync(home)).toEqual([
    'settings.broken-2026-11-30T10-20-30-456.json',
    'settings.json',
  ]);
  expect(openSettings(file).warnings).toEqual([]);
});

test('a byte-order mark, as Windows editors write it, is no damage', () => {
  expect(withFile('\ufeff{"port": 8000}').store.current().port).toBe(8000);
});

test('whatever JSON the file holds, opening never throws and gives usable settings', () => {
  const home = tempHome();
  const file = join(home, 'settings.json');
  const likely = fc.record(
    {
      port: fc.anything(),
      burst: fc.anything(),
      window: fc.record({ theme: fc.anything(), weekStart: fc.integer() }),
      ['__proto__']: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), likely), (value) => {
      writeFileSync(file, JSON.stringify(value) ?? '');
      const { port, burst } = openSettings(file).current();
      expect(Number.isInteger(port)).toBe(true);
      expect(burst.threshold).toBeGreaterThanOrEqual(2);
    }),
    { numRuns: 150 },
  );
});

test('a command that only reads takes what is usable and moves nothing', () => {
  const home = tempHome();
  const file = join(home, 'settings.json');
  expect(readSettings(file)).toEqual(defaultSettings);
  writeFileSync(file, '{"port": 9000, "toolNames": "shouted"}');
  expect(readSettings(file)).toEqual({ ...defaultSettings, port: 9000 });
  writeFileSync(file, 'no settings');
  expect(readSettings(file)).toEqual(defaultSettings);
  expect(readdirSync(home)).toEqual(['settings.json']);
  expect(readFileSync(file, 'utf8')).toBe('no settings');
});
