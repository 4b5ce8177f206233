import { expect, it } from 'vitest';
import { testLedger } from '../testing/ledger.ts';
import { usesInSources } from '../testing/table-uses.ts';
import { liveTables } from './readers/tables.ts';
import { tableWriters } from './table-uses.ts';

it('every table of the live schema has the writers that its statements say', () => {
  const tables = liveTables(testLedger().read).map(({ name }) => name);
  const uses = usesInSources(tables);
  const written = Object.entries(uses).map(([table, { writers }]) => [table, writers]);
  expect(tableWriters).toEqual(Object.fromEntries(written));
  expect(tables.filter((table) => uses[table]?.readers.length === 0)).toEqual([]);
});

it('a table of tomorrow, its triggers and its rows are seen; what an index keeps for itself is no table', () => {
  const { write, read } = testLedger();
  write.transaction(() => {
    write.run('CREATE TABLE wishes (id INTEGER PRIMARY KEY)');
    write.run('CREATE TABLE echoes (id INTEGER PRIMARY KEY)');
    write.run(
      'CREATE TRIGGER wish_made AFTER INSERT ON wishes BEGIN INSERT INTO echoes VALUES (NEW.id); END',
    );
    write.run('INSERT INTO wishes VALUES (1)');
  });
  const found = liveTables(read);
  expect(found).toContainEqual({ name: 'wishes', triggers: [], rows: 'some' });
  expect(found).toContainEqual({ name: 'echoes', triggers: ['wish_made'], rows: 'some' });
  expect(found.map(({ name }) => name)).not.toContain('memory_search_data');
});
