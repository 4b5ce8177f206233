import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a built worker is. @param folder null: beside this module's bundle, where the build puts it. */
export function workerFile(folder: string | null, name: string): string {
  return folder === null ? fileURLToPath(new URL(name, import.meta.url)) : join(folder, name);
}
