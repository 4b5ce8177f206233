import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const dbFolder = fileURLToPath(new URL('../db', import.meta.url));

/** Code of `electron/db/` that runs statements on the ledger: its texts say which tables they touch. */
function sources(): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(dbFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => !/^(migrations|statements)\/|^table-uses\.ts$/.test(name))
    .map((name) => {
      const file = join(dbFolder, name);
      const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
      return { name: relative(dbFolder, file).replace(/\.ts$/, ''), text };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const writing = (table: string) =>
  new RegExp(`\\b(INTO|UPDATE|DELETE FROM)\\s+${table}\\b(?!\\s*AS\\b)`);
const reading = (table: string) => new RegExp(`(?<!DELETE )\\b(FROM|JOIN)\\s+${table}\\b`);

/** Which files write and which read each table, as their statements say. */
export function usesInSources(
  tables: readonly string[],
): Readonly<Record<string, { readonly writers: string[]; readonly readers: string[] }>> {
  const files = sources();
  const matching = (pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);
  return Object.fromEntries(
    tables.map((table) => [
      table,
      { writers: matching(writing(table)), readers: matching(reading(table)) },
    ]),
  );
}
