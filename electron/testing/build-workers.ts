import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Inside the project, so that the bundled workers find `better-sqlite3` as the real ones do. */
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));

export interface BuiltWorkers {
  readonly folder: string;
  remove(): void;
}

/** Bundles worker entries from their sources as they are now. @param entries names without ending → paths from `electron/` */
export async function buildWorkers(
  entries: Readonly<Record<string, string>>,
): Promise<BuiltWorkers> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'test-workers-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(entries).map(([name, path]) => [
            name,
            fileURLToPath(new URL(`../${path}`, import.meta.url)),
          ]),
        ),
        output: { format: 'es', entryFileNames: '[name].js' },
        external: ['better-sqlite3'],
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
