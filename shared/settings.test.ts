import { expect, test } from 'vitest';
import { defaultSettings, mergeSettings, settingsPatchSchema } from './settings.ts';

test('a patch changes what it names and fills in nothing', () => {
  expect(settingsPatchSchema.parse({})).toEqual({});
  expect(settingsPatchSchema.parse({ burst: { threshold: 5 } })).toEqual({
    burst: { threshold: 5 },
  });
  const before = mergeSettings(defaultSettings, {
    burst: { threshold: 7, windowSeconds: 30 },
    notifications: { mutedUntilMs: 99 },
    window: { theme: 'dark' },
  });
  expect(
    mergeSettings(before, { burst: { threshold: 8 }, notifications: { mutedUntilMs: null } }),
  ).toEqual({
    ...defaultSettings,
    burst: { threshold: 8, windowSeconds: 30 },
    window: { ...defaultSettings.window, theme: 'dark' },
  });
});

test('the defaults are settings that a patch may name', () => {
  expect(settingsPatchSchema.parse(defaultSettings)).toEqual(defaultSettings);
  expect(mergeSettings(defaultSettings, defaultSettings)).toEqual(defaultSettings);
});

test.each([
  { port: 65_536 },
  { port: 1.5 },
  { port: '80' },
  { bodyLimitBytes: 0 },
  { burst: { threshold: 1 } },
  { burst: { windowSeconds: 4 } },
  { window: { weekStart: 7 } },
  { window: { unknown: true } },
  { unknown: 1 },
  null,
  [],
])('%j is refused', (patch) => {
  expect(settingsPatchSchema.safeParse(patch).success).toBe(false);
});
