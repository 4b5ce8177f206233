import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { npm } from './lib/exec.mjs';
import { at } from './lib/project.mjs';

const folders: string[] = [];
const makeHome = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'inkwatch-npm-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface ReadyLine {
  readonly url: string;
  readonly home: string;
  readonly pid: number;
}

/** The one JSON line among what npm itself prints. */
const readyLine = async (child: ChildProcess): Promise<ReadyLine> => {
  let text = '';
  for await (const part of child.stdout ?? []) {
    text += String(part);
    const line = text.split('\n').find((each) => each.startsWith('{') && each.endsWith('}'));
    if (line !== undefined) return JSON.parse(line) as ReadyLine;
  }
  throw new Error(`npm run serve ended without a ready line: ${text}`);
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm run', () => {
  it('serves, and a SIGTERM to npm ends the core cleanly with exit code 0', async () => {
    const home = makeHome();
    const child = spawn('npm', ['run', 'serve', '--', '--home', home, '--port', '0'], {
      cwd: at(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const closed = once(child, 'close');
    const { url, pid } = await readyLine(child);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(JSON.parse(readFileSync(join(home, 'endpoint.json'), 'utf8'))).toMatchObject({
      url,
      pid,
    });
    const listed = await npm(['run', '-s', 'cli', '--', 'list', '--json', '--home', home]);
    expect(listed).toMatchObject({ code: 0, output: '' });
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(join(home, 'endpoint.json'))).toBe(false);
  });

  it('passes the command line its exit code and says errors in one line', async () => {
    const none = await npm(['run', '-s', 'cli', '--', 'list', '--home', makeHome()]);
    expect(none.code).toBe(1);
    expect(none.output.trim().split('\n')).toHaveLength(1);
    const wrong = await npm(['run', '-s', 'cli', '--', 'list', '--no-such-option']);
    expect(wrong.code).toBe(2);
  });
});
