import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CoreOptions } from '../core.ts';
import { connectWriter } from '../db/connection.ts';
import { type BuiltWorkers, buildWorkers } from './build-workers.ts';
import { type TestCore, testCore } from './core.ts';
import { tempHome } from './temp-home.ts';

/** The process that runs statements, built from its sources as they are now. */
export function buildSqlWorker(): Promise<BuiltWorkers> {
  return buildWorkers({ 'sql-worker': 'db/statements/sql-worker.ts' });
}

/** A file with a table of three orders, which throws for what says "boom". */
export function makeShop(file: string): void {
  const database = connectWriter(file);
  database.exec(`CREATE TABLE orders (id INTEGER PRIMARY KEY, what TEXT NOT NULL UNIQUE, n INTEGER);
    INSERT INTO orders (what, n) VALUES ('apples', 1), ('pears', 2), ('plums', 3);
    CREATE TRIGGER boom BEFORE UPDATE ON orders WHEN NEW.what LIKE '%boom%'
      BEGIN SELECT RAISE(ABORT, 'a tool that throws'); END;`);
  database.close();
}

export interface SqlCore extends TestCore {
  /** The file that is registered as `shop`. */
  readonly shop: string;
}

/** A core with `shop`, and with `gone`, whose file is not there any more. */
export async function sqlCore(
  workers: BuiltWorkers,
  options: Partial<CoreOptions> = {},
): Promise<SqlCore> {
  const made = await testCore({ workerFolder: workers.folder, ...options });
  const folder = tempHome();
  const [shop, gone] = [join(folder, 'shop.db'), join(folder, 'gone.db')];
  for (const [name, path] of [
    ['shop', shop],
    ['gone', gone],
  ] as const) {
    makeShop(path);
    await made.core.requests['databases:add']?.({ name, path, read_only: false });
  }
  rmSync(gone);
  return { ...made, shop };
}
