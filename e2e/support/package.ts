import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/lib/exec.mjs';
import { at } from '../../scripts/lib/project.mjs';

/** Packages the app as it is built now. */
export const makePackage = async (): Promise<void> => {
  const made = await run(process.execPath, [at('scripts/package.mjs')], { timeoutMs: 240_000 });
  if (made.code !== 0) throw new Error(`it could not be packaged: ${made.output}`);
};

/** The program in the folder that was made for this system. */
export const packagedProgram = (): string => {
  const release = at('release');
  const programs = readdirSync(release).flatMap((folder) => [
    join(release, folder, 'inkwatch'),
    join(release, folder, 'Inkwatch.exe'),
    join(release, folder, 'Inkwatch.app', 'Contents', 'MacOS', 'Inkwatch'),
  ]);
  const found = programs.find((program) => existsSync(program));
  if (found === undefined) throw new Error(`no program in ${release}`);
  return found;
};
