import { describe, expect, it } from 'vitest';
import { testLedger } from '../../testing/ledger.ts';
import { holdLock } from '../../testing/side-door.ts';
import { createCommitQueue, type Job, type QueueLimits } from './queue.ts';

const limits: QueueLimits = { jobs: 3, bytes: 1000, waitMs: 300, perTransaction: 2 };

function testQueue() {
  const ledger = testLedger();
  const errors: unknown[] = [];
  const queue = createCommitQueue(
    { write: ledger.write, damaged: ledger.damaged, onError: (error) => errors.push(error) },
    limits,
  );
  ledger.write.run('CREATE TABLE done (name TEXT)');
  const names = () => ledger.read.all<{ name: string }>('SELECT name FROM done').map((r) => r.name);
  /** A job that puts its name into the table. */
  const add = (name: string, more: Partial<Job> = {}) =>
    new Promise<string>((resolve) => {
      queue.add({
        size: 1,
        queuedAt: performance.now(),
        run: () => {
          ledger.write.run('INSERT INTO done VALUES (?)', [name]);
          return () => resolve('committed');
        },
        lose: resolve,
        ...more,
      });
    });
  return { ...ledger, queue, names, add, errors };
}

describe('jobs that wait for a commit', () => {
  it('of one turn share it, and hear of it in order', async () => {
    const { add, names } = testQueue();
    expect(await Promise.all([add('a'), add('b'), add('c')])).toEqual(Array(3).fill('committed'));
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('one that throws does not undo the others', async () => {
    const { add, names, errors } = testQueue();
    const bad = {
      run: () => {
        throw new Error('not me');
      },
    };
    expect(await Promise.all([add('a'), add('bad', bad)])).toEqual(['committed', 'not me']);
    expect(names()).toEqual(['a']);
    expect(errors).toHaveLength(2);
    expect(await add('next')).toBe('committed');
  });

  it('wait for a lock, and no longer than they may', async () => {
    const { add, names, home } = testQueue();
    const lock = holdLock(home);
    const lost = await add('late');
    expect(lost).toBe('another program is holding the ledger file');
    const waits = add('waits');
    lock.release();
    expect(await waits).toBe('committed');
    expect(names()).toEqual(['waits']);
  });

  it('are bounded in number and in bytes', async () => {
    const { add, home } = testQueue();
    const lock = holdLock(home);
    const waiting = [add('a'), add('b'), add('c')];
    expect(await add('d')).toContain('too many');
    lock.release();
    await Promise.all(waiting);
    expect(await add('big', { size: 1001 })).toContain('too many');
    expect(await add('fits', { size: 1000 })).toBe('committed');
  });

  it('are given their time when the program ends, and are lost then', async () => {
    const { add, queue, home } = testQueue();
    const lock = holdLock(home);
    const waits = add('waits', { queuedAt: Number.POSITIVE_INFINITY });
    const started = performance.now();
    await queue.drain(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(190);
    expect(await waits).toContain('quit');
    lock.release();
  });
});
