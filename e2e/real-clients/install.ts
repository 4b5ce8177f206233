import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A client that is installed and starts, or why there is none: then its test is skipped and says so. */
export type InstalledClient =
  | {
      readonly ok: true;
      readonly command: string;
      readonly prefix: readonly string[];
      readonly version: string;
    }
  | { readonly ok: false; readonly reason: string };

interface ClientPackage {
  readonly name: string;
  readonly version: string;
  /** Finds what to start below the `node_modules` folder that npm made. */
  readonly start: (modules: string) => readonly [command: string, ...prefix: string[]] | undefined;
}

const packages = {
  'claude-code': {
    name: '@anthropic-ai/claude-code',
    version: '2.1.332',
    // The program is a native file in one package per platform; npm fetches only those that fit here.
    start: (modules) => {
      const scope = join(modules, '@anthropic-ai');
      const found = readdirSync(scope)
        .filter((folder) => folder.startsWith('claude-code-'))
        .flatMap((folder) => [join(scope, folder, 'claude'), join(scope, folder, 'claude.exe')])
        .find((file) => existsSync(file));
      return found === undefined ? undefined : [found];
    },
  },
  codex: {
    name: '@openai/codex',
    version: '0.171.0',
    start: (modules) => [process.execPath, join(modules, '@openai', 'codex', 'bin', 'codex.js')],
  },
} as const satisfies Record<string, ClientPackage>;

const cacheFolder = (): string => {
  if (process.env.INKWATCH_CACHE) return process.env.INKWATCH_CACHE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'inkwatch');
  if (process.platform === 'win32')
    return join(process.env.LOCALAPPDATA ?? homedir(), 'inkwatch', 'Cache');
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'inkwatch');
};

/**
 * Fetches `spec` (name@version) with npm into the user's cache, once, and gives its `node_modules`.
 * Install scripts are not run: what is fetched for a test gets no say before the test starts it.
 */
export const fetchPackage = async (spec: string): Promise<string> => {
  const target = join(cacheFolder(), 'clients', spec.replaceAll('/', '+'));
  const modules = join(target, 'node_modules');
  if (existsSync(modules)) return modules;
  await mkdir(dirname(target), { recursive: true });
  // Installed beside and renamed, so that an install that was cut short is not taken for a whole one.
  const half = await mkdtemp(`${target}.`);
  try {
    await writeFile(join(half, 'package.json'), '{"private":true}\n');
    const flags = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      spec,
    ];
    const npm = process.env.npm_execpath;
    const options = {
      cwd: half,
      timeout: 300_000,
      shell: npm === undefined && process.platform === 'win32',
    };
    await (npm === undefined
      ? run('npm', flags, options)
      : run(process.execPath, [npm, ...flags], options));
    await rename(half, target).catch((error: unknown) => {
      if (!existsSync(modules)) throw error;
    });
  } finally {
    await rm(half, { recursive: true, force: true });
  }
  return modules;
};

/** Installs a real client into the user's cache, once per pinned version, and asks it for its version. */
export const installClient = async (client: keyof typeof packages): Promise<InstalledClient> => {
  const { name, version, start } = packages[client];
  try {
    const found = start(await fetchPackage(`${name}@${version}`));
    if (found === undefined)
      return {
        ok: false,
        reason: `${name}@${version} has no program for ${process.platform} ${process.arch}`,
      };
    const [command, ...prefix] = found;
    const { stdout } = await run(command, [...prefix, '--version'], { timeout: 60_000 });
    if (!stdout.includes(version))
      return { ok: false, reason: `${name}@${version} says it is ${stdout.trim()}` };
    return { ok: true, command, prefix, version };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      reason: `${name}@${version} could not be installed: ${text.slice(0, 400)}`,
    };
  }
};
