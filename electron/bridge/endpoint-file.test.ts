import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import { tempHome } from '../testing/temp-home.ts';
import { defaultBodyLimit, readBodyLimit, readEndpoint } from './endpoint-file.ts';

const good = { url: 'http://127.0.0.1:7465/mcp', token: 't', pid: process.pid, version: '1' };

async function found(value: unknown) {
  const home = tempHome();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  writeFileSync(join(home, 'endpoint.json'), text);
  return readEndpoint(home);
}

describe('the endpoint file', () => {
  it('names the core', async () => {
    expect(await found(good)).toMatchObject({ token: 't', pid: process.pid });
    expect(await readEndpoint(tempHome())).toBeNull();
  });

  it('counts for nothing when its process is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    expect(await found({ ...good, pid })).toBeNull();
  });

  it.each([
    '',
    '{"url":',
    '[]',
    { ...good, token: 1 },
    { ...good, pid: 0 },
    { ...good, pid: -1 },
    { ...good, url: 'nonsense' },
    { ...good, url: 'http://example.com/mcp' },
    { ...good, url: 'http://127.0.0.1.example.com/mcp' },
    { ...good, url: 'https://127.0.0.1/mcp' },
    { ...good, url: 'file:///etc/passwd' },
  ])('is not believed when it is damaged or points elsewhere: %j', async (value) => {
    expect(await found(value)).toBeNull();
  });
});

describe('the body limit', () => {
  it('is the settings’ default until the settings say otherwise', async () => {
    const home = tempHome();
    expect(defaultBodyLimit).toBe(defaultSettings.bodyLimitBytes);
    expect(await readBodyLimit(home)).toBe(defaultBodyLimit);
    writeFileSync(join(home, 'settings.json'), '{"bodyLimitBytes": 100000}');
    expect(await readBodyLimit(home)).toBe(100_000);
    writeFileSync(join(home, 'settings.json'), '{"bodyLimitBytes": "x"}');
    expect(await readBodyLimit(home)).toBe(defaultBodyLimit);
  });
});
