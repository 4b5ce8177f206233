import { expect, it } from 'vitest';
import { outcomeOf } from '../../../shared/outcome.ts';
import { UnflushedError } from '../../db/errors.ts';
import { callOf, ok, setUp } from './later.test-help.ts';

const broken = () => new UnflushedError(Object.assign(new Error('EIO'), { code: 'EIO' }));

/** A flush of the log that ends when the test says so. */
function gate() {
  let open = (): void => undefined;
  let fail = (_error: Error): void => undefined;
  const wait = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  wait.catch(() => undefined);
  return { wait, open, fail };
}

/** What came of a promise so far, after everything that is ready has run. */
async function soFar<Result>(promise: Promise<Result>): Promise<Result | 'waits'> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return Promise.race([promise, Promise.resolve('waits' as const)]);
}

it('the call goes out while its row is brought to the disk, and is answered after that', async () => {
  const { call, write, row } = setUp();
  const { wait, open } = gate();
  write.flushed = () => wait;
  let ran = 0;
  const answer = call(async () => {
    ran += 1;
    return ok;
  });
  await expect.poll(() => ran).toBe(1);
  // Its outcome needs no flush, and is there already.
  await expect.poll(() => row()?.success).toBe(1);
  expect(await soFar(answer)).toBe('waits');
  open();
  expect((await answer).answer).toEqual(ok.answer);
});

it('where nothing may be done without a row, the call goes out after the flush', async () => {
  const { call, write } = setUp('refuse');
  const { wait, open } = gate();
  write.flushed = () => wait;
  let ran = 0;
  const answer = call(async () => {
    ran += 1;
    return ok;
  });
  expect([await soFar(answer), ran]).toEqual(['waits', 0]);
  open();
  expect([(await answer).succeeded, ran]).toEqual([true, 1]);
});

it.each([
  ['allow', true, 1, 'succeeded'],
  ['refuse', false, 0, 'failed'],
] as const)('a disk that does not take the row: %s', async (choice, succeeded, runs, outcome) => {
  const { call, write, dispatcher, row } = setUp(choice);
  const { flushed } = write;
  write.flushed = () => Promise.reject(broken());
  let ran = 0;
  const dispatched = await call(async () => {
    ran += 1;
    return ok;
  });
  expect([dispatched.succeeded, ran]).toEqual([succeeded, runs]);
  const why = 'the ledger file or its folder cannot be used; check the disk and its permissions';
  // The row is there, so none is counted as lost.
  expect(dispatcher.recording()).toMatchObject({ kind: 'not-recording', lost: 0, why });
  if (choice === 'refuse') {
    const text = `Nothing was written: Inkwatch could not record it (${why}).`;
    expect(dispatched.answer).toMatchObject({ isError: true, text });
  }
  write.flushed = flushed;
  await call(async () => ok);
  await expect.poll(() => row(1) && outcomeOf(row(1) as never)).toBe(outcome);
  expect(dispatcher.recording()).toEqual({ kind: 'recording' });
});

it('a call cancelled before it ran is answered after the flush of its row, too', async () => {
  const { dispatcher, write, row } = setUp();
  const { wait, open } = gate();
  write.flushed = () => wait;
  const answer = dispatcher.dispatchWrite({
    ...callOf(async () => ok),
    signal: AbortSignal.abort(),
  });
  await expect.poll(() => row()?.error_kind).toBe('cancelled');
  expect(await soFar(answer)).toBe('waits');
  open();
  expect((await answer).succeeded).toBe(false);
});

it('quitting waits for flushes, and no longer than it may', async () => {
  const { call, write, dispatcher } = setUp();
  const first = gate();
  write.flushed = () => first.wait;
  const fine = call(async () => ok);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const drained = dispatcher.drain(5000);
  expect(await soFar(drained)).toBe('waits');
  first.open();
  await drained;
  expect((await fine).answer).toEqual(ok.answer);

  const other = setUp();
  other.write.flushed = () => gate().wait;
  const never = other.call(async () => ok);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await other.dispatcher.drain(20);
  expect((await never).answer).toMatchObject({ isError: true });
});
