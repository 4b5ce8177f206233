import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { dbErrorKind } from './errors.ts';

/** Another process that holds the ledger's write lock until it is told to go. */
const holdLock = async (file: string, how: 'IMMEDIATE' | 'EXCLUSIVE') => {
  const child = spawn(
    process.execPath,
    [
      '-e',
      `const d = new (require('better-sqlite3'))(${JSON.stringify(file)}); d.exec('BEGIN ${how}'); console.log('holding'); process.stdin.once('data', () => { d.exec('ROLLBACK'); process.exit() })`,
    ],
    { cwd: process.cwd() },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return async () => {
    child.stdin.write('go');
    await once(child, 'exit');
  };
};

test.each(['IMMEDIATE', 'EXCLUSIVE'] as const)(
  'case c02-busy-and-poisoned-connection: a write meets another process (%s), says busy soon, and the next works at once',
  async (how) => {
    const { write, database } = testLedger();
    const release = await holdLock(database, how);
    const started = performance.now();
    let failure: unknown = null;
    try {
      write.transaction(() => insertRow(write, {}));
    } catch (error) {
      failure = error;
    }
    expect(dbErrorKind(failure)).toBe('busy');
    expect(performance.now() - started).toBeLessThan(1000);
    expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 0 });
    await release();
    write.transaction(() => insertRow(write, {}));
    expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 1 });
  },
);

test('case c02-busy-and-poisoned-connection: after any failed statement the connection is clean', () => {
  const { write } = testLedger();
  expect(() =>
    write.transaction(() => {
      insertRow(write, {});
      write.run('INSERT INTO no_such_table VALUES (1)');
    }),
  ).toThrow(/no_such_table/);
  expect(() =>
    write.transaction(() => {
      insertRow(write, {});
      throw new Error('the tool failed');
    }),
  ).toThrow('the tool failed');
  expect(write.transaction(() => insertRow(write, {}))).toBe(1);
});

test('a savepoint undoes its own work and nothing else', () => {
  const { write } = testLedger();
  write.transaction(() => {
    insertRow(write, { tool_name: 'kept' });
    expect(() =>
      write.savepoint(() => {
        insertRow(write, { tool_name: 'undone' });
        throw new Error('refused');
      }),
    ).toThrow('refused');
    insertRow(write, { tool_name: 'kept too' });
  });
  expect(write.all('SELECT tool_name FROM mcp_writes')).toEqual([
    { tool_name: 'kept' },
    { tool_name: 'kept too' },
  ]);
});

test('when SQLite gives the transaction up, nothing after that is written on its own', () => {
  const { write } = testLedger();
  expect(() =>
    write.transaction(() => {
      insertRow(write, {});
      try {
        // What SQLite does by itself on a full disk.
        write.run(
          'INSERT OR ROLLBACK INTO mcp_writes (id, timestamp_ms, client_info, tool_name, success) VALUES (1, 1, 1, 1, 1)',
        );
      } catch {
        // A caller that takes it for a refusal of the tool and goes on.
      }
      insertRow(write, { tool_name: 'half' });
    }),
  ).toThrow(/given up/);
  expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 0 });
});

test('a transaction inside a transaction is refused, and one that waits as well', () => {
  const { write } = testLedger();
  expect(() => write.transaction(() => write.transaction(() => 1))).toThrow(/savepoint/);
  expect(() => write.transaction(async () => 1)).toThrow(/wait/);
  expect(write.transaction(() => 1)).toBe(1);
});
