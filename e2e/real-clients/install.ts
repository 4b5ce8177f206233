import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchPackage } from '../support/fetch-package.ts';

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
  gemini: {
    name: '@google/gemini-cli',
    version: '0.61.0',
    start: (modules) => {
      const folder = join(modules, '@google', 'gemini-cli');
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly bin: Readonly<Record<string, string>>;
      };
      const [script] = Object.values(manifest.bin);
      return script === undefined ? undefined : [process.execPath, join(folder, script)];
    },
  },
} as const satisfies Record<string, ClientPackage>;

/** Installs a real client into the user's cache, once per pinned version, and asks it for its version. */
export const installClient = async (client: keyof typeof packages): Promise<InstalledClient> => {
  const { name, version, start } = packages[client];
  const spec = `${name}@${version}`;
  try {
    const found = start(await fetchPackage(spec));
    if (found === undefined) {
      const platform = `${process.platform} ${process.arch}`;
      return { ok: false, reason: `${spec} has no program for ${platform}` };
    }
    const [command, ...prefix] = found;
    const { stdout } = await run(command, [...prefix, '--version'], { timeout: 60_000 });
    if (!stdout.includes(version)) {
      return { ok: false, reason: `${spec} says it is ${stdout.trim()}` };
    }
    return { ok: true, command, prefix, version };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `${spec} could not be installed: ${text.slice(0, 400)}` };
  }
};
