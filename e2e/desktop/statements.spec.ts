import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { writeRow } from '../support/window.ts';

const endless =
  'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';

test('an agent changes a registered database, and a statement without end is stopped', async ({
  app,
  folder,
  connect,
}) => {
  const path = join(folder, 'shop.db');
  await writeFile(path, '');
  await app.window.evaluate(
    (file) => window.inkwatch.databases.add({ name: 'shop', path: file }),
    path,
  );
  const { client, call } = await connect({ name: 'claude-code' });
  const make = { db: 'shop', sql: 'CREATE TABLE orders (what TEXT)', reason: 'to keep orders' };
  expect(await call('sql_execute', make)).toEqual({ failed: false, text: '{"changes":0}' });
  await expect(writeRow(app.window, 'CREATE TABLE orders (what TEXT)')).toBeVisible();

  const cancel = new AbortController();
  const fill = { db: 'shop', sql: `INSERT INTO orders ${endless}` };
  const run = client.callTool({ name: 'sql_execute', arguments: fill }, { signal: cancel.signal });
  await expect(writeRow(app.window, 'INSERT INTO orders')).toBeVisible();
  // The window and other calls go on meanwhile.
  const count = { db: 'shop', sql: 'SELECT count(*) FROM orders' };
  expect((await call('sql_query', count)).text).toContain('[[0]]');
  cancel.abort();
  await expect(run).rejects.toThrow();
  await expect(writeRow(app.window, 'tried to run INSERT INTO orders')).toContainText('Failed');
  const add = { db: 'shop', sql: "INSERT INTO orders VALUES ('apples')" };
  expect((await call('sql_execute', add)).text).toBe('{"changes":1,"last_insert_rowid":1}');
});
