import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npm } from '../../scripts/lib/exec.mjs';
import { userCache } from '../../scripts/lib/project.mjs';

/**
 * Fetches `spec` (name@version) with npm into the user's cache, once, and gives its `node_modules`.
 * Install scripts are not run: what is fetched for a test gets no say before the test starts it.
 * @throws Error with npm's own words when it could not be fetched.
 */
export const fetchPackage = async (spec: string): Promise<string> => {
  const target = join(userCache(), 'clients', spec.replaceAll('/', '+'));
  const modules = join(target, 'node_modules');
  if (existsSync(modules)) return modules;
  await mkdir(dirname(target), { recursive: true });
  // Installed beside and renamed, so that an install that was cut short is not taken for a whole one.
  const half = await mkdtemp(`${target}.`);
  try {
    await writeFile(join(half, 'package.json'), '{"private":true}\n');
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await npm(['install', ...quiet, spec], {
      cwd: half,
      timeoutMs: 300_000,
    });
    if (code !== 0) throw new Error(output.trim() || `npm ended with ${code}`);
    await rename(half, target).catch((error: unknown) => {
      // Another run was faster; its copy is as good.
      if (!existsSync(modules)) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return modules;
};
