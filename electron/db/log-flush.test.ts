import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { tempHome } from '../testing/temp-home.ts';
import { connectWriter, WriteConnection } from './connection.ts';
import { dbErrorKind } from './errors.ts';
import { createLogFlush } from './log-flush.ts';
import { openReader } from './open.ts';

/** A flush whose system calls end when the test says so. */
function heldFlush() {
  const log = join(mkdtempSync(join(tmpdir(), 'inkwatch-log-')), 'log');
  writeFileSync(log, 'x');
  const calls: ((error: Error | null) => void)[] = [];
  const flush = createLogFlush(log, (_handle, done) => calls.push(done));
  const begun = (count: number) => expect.poll(() => calls.length).toBe(count);
  return { log, flush, calls, begun };
}

const eio = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });

describe('flushes of the log', () => {
  it('one serves all that was written before it began; what came later has the next one', async () => {
    const { flush, calls, begun } = heldFlush();
    const done: string[] = [];
    const wait = (name: string) => {
      flush.written();
      void flush.flushed().then(() => done.push(name));
    };
    for (const name of ['a', 'b', 'c']) wait(name);
    await begun(1);
    for (const name of ['d', 'e']) wait(name);
    calls[0]?.(null);
    await begun(2);
    expect(done).toEqual(['a', 'b', 'c']);
    calls[1]?.(null);
    await expect.poll(() => done).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('nothing was written: nothing is flushed', async () => {
    const { flush, calls } = heldFlush();
    await flush.flushed();
    expect(calls).toHaveLength(0);
  });

  it('one that fails fails for those who waited for it, and the next one is another try', async () => {
    const { flush, calls, begun } = heldFlush();
    flush.written();
    const first = flush.flushed();
    first.catch(() => undefined);
    await begun(1);
    flush.written();
    const second = flush.flushed();
    calls[0]?.(eio);
    await expect(first).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC', cause: eio });
    await begun(2);
    calls[1]?.(null);
    await second;
  });

  it('a log that is gone is a failure, since nobody knows where its rows are', async () => {
    const flush = createLogFlush(join(tmpdir(), 'no-such-folder', 'log'));
    flush.written();
    await expect(flush.flushed()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
  });

  it('closing flushes what waits, here and now', async () => {
    const { flush, calls, begun } = heldFlush();
    flush.written();
    const first = flush.flushed();
    await begun(1);
    flush.written();
    const second = flush.flushed();
    flush.close();
    await second;
    calls[0]?.(null);
    await first;
    expect(calls).toHaveLength(1);
  });
});

describe('a commit that is flushed later', () => {
  it('is seen by others at once, and the next one is flushed with its commit again', async () => {
    const { write, database } = testLedger();
    const level = () => write.get<{ synchronous: number }>('PRAGMA synchronous')?.synchronous;
    write.transaction(() => insertRow(write, {}), 'later');
    const reader = openReader(database);
    expect(reader.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 1 });
    reader.close();
    await write.flushed();
    write.transaction(() => {
      insertRow(write, {});
      expect(level()).toBe(2);
    });
    // A statement outside of any transaction is one of its own.
    write.transaction(() => insertRow(write, {}), 'later');
    insertRow(write, {});
    expect(level()).toBe(2);
  });

  it('after a flush that failed no row is written behind it before all of them are in the file', async () => {
    const { database } = testLedger(tempHome());
    let fails = true;
    const open = (log: string) => createLogFlush(log, (_handle, done) => done(fails ? eio : null));
    const write = new WriteConnection(connectWriter(database), open);
    write.transaction(() => insertRow(write, {}), 'later');
    await expect(write.flushed()).rejects.toMatchObject({ name: 'UnflushedError' });
    fails = false;

    const reader = openReader(database);
    reader.snapshot(() => {
      reader.get('SELECT count(*) FROM mcp_writes');
      let failure: unknown = null;
      try {
        write.transaction(() => insertRow(write, {}));
      } catch (error) {
        failure = error;
      }
      // Its reader keeps the log from being begun anew: worth another try in a moment.
      expect(dbErrorKind(failure)).toBe('busy');
    });
    write.transaction(() => insertRow(write, {}), 'later');
    expect(write.get('SELECT count(*) AS n FROM mcp_writes')).toEqual({ n: 2 });
    await write.flushed();
    write.close();
    reader.close();
  });
});
