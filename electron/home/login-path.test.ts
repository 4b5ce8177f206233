import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempHome } from '../testing/temp-home.ts';
import { isBarePath, loginShellPath } from './login-path.ts';

function shell(script: string): string {
  const file = join(tempHome(), 'shell');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

const ask = (SHELL: string, timeoutMs = 10_000) =>
  loginShellPath({ env: { SHELL, PATH: '/usr/bin:/bin', HOME: tempHome() }, timeoutMs });

describe.skipIf(process.platform === 'win32')(
  'h04: PATH of a program that the desktop started',
  () => {
    it('is told from a PATH that a shell has set', () => {
      expect(isBarePath('/usr/bin:/bin', 'linux')).toBe(true);
      expect(isBarePath(undefined, 'darwin')).toBe(true);
      expect(isBarePath('/home/me/.nvm/bin:/usr/bin:/bin', 'linux')).toBe(false);
      expect(isBarePath('C:\\Windows', 'win32')).toBe(false);
    });

    it('comes from the login shell, whatever its start files print', async () => {
      const noisy = shell(
        'echo welcome; export PATH=/my/tools:$PATH; shift 3; eval "$1"; echo bye',
      );
      expect(await ask(noisy)).toBe('/my/tools:/usr/bin:/bin');
    });

    it('comes from a real bash with its start file', async () => {
      const home = tempHome();
      writeFileSync(join(home, '.bash_profile'), 'echo hi\nexport PATH="/from/profile:$PATH"\n');
      const env = { SHELL: '/bin/bash', PATH: '/usr/bin:/bin', HOME: home };
      expect(await loginShellPath({ env, timeoutMs: 10_000 })).toMatch(/^\/from\/profile:/);
    });

    it('is unknown when the shell is too slow, and the shell is ended', async () => {
      const file = join(tempHome(), 'pid');
      const slow = shell(`echo $$ > '${file}'; sleep 60`);
      const started = Date.now();
      expect(await ask(slow, 300)).toBeNull();
      expect(Date.now() - started).toBeLessThan(5000);
    });

    it('is unknown when there is no such shell, or it says nothing usable', async () => {
      expect(await ask('/nowhere/shell')).toBeNull();
      expect(await ask(shell('exit 1'))).toBeNull();
      expect(await ask(shell('unset PATH; shift 3; eval "$1"'))).toBeNull();
    });
  },
);
