import { readFileSync, writeFileSync } from 'node:fs';

/** Overwrites the pages of a file from `page` on. The first one stays, so that it is still a database. */
export function damagePages(file: string, page = 2): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 2048 * (page - 1));
  writeFileSync(file, bytes);
}
