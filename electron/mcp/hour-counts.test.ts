import { expect, test } from 'vitest';
import { createHourCounts } from './hour-counts.ts';

const minute = 60_000;

/** Counts on clocks that the test moves: together, or the wall clock alone. */
function counting(recent: readonly { readonly client_id: string; readonly at_ms: number }[] = []) {
  const clock = { wall: 100 * minute, steady: 0 };
  const counts = createHourCounts(recent, { wall: () => clock.wall, steady: () => clock.steady });
  return {
    counts,
    pass(ms: number) {
      clock.wall += ms;
      clock.steady += ms;
    },
    setWall(ms: number) {
      clock.wall = ms;
    },
    write: (clientId = 'a') => counts.begin(clientId)(true),
  };
}

test('a write counts for an hour to the millisecond, per connection', () => {
  const { counts, pass, write } = counting();
  write();
  pass(10 * minute);
  write();
  write('b');
  expect([counts.of('a'), counts.of('b'), counts.of('c')]).toEqual([2, 1, 0]);
  expect(counts.waitMs('a', 2)).toBe(50 * minute);
  expect(counts.waitMs('a', 1)).toBe(60 * minute);
  expect(counts.waitMs('a', 3)).toBe(0);
  pass(50 * minute - 1);
  expect(counts.waitMs('a', 2)).toBe(1);
  pass(1);
  expect([counts.of('a'), counts.waitMs('a', 2)]).toEqual([1, 0]);
});

test('a write under way counts, and one that left no row does not', () => {
  const { counts } = counting();
  const first = counts.begin('a');
  const second = counts.begin('a');
  expect(counts.waitMs('a', 2)).toBe(60 * minute);
  first(false);
  expect(counts.waitMs('a', 2)).toBe(0);
  second(true);
  expect(counts.of('a')).toBe(1);
});

test('a clock that is set back neither frees writes nor keeps them longer', () => {
  const { counts, pass, setWall, write } = counting();
  write();
  setWall(10 * minute);
  expect(counts.of('a')).toBe(1);
  pass(60 * minute - 1);
  expect(counts.of('a')).toBe(1);
  pass(1);
  expect(counts.of('a')).toBe(0);
});

test('time goes on while the computer sleeps, where the steady clock stands', () => {
  const { counts, setWall, write } = counting();
  write();
  setWall(160 * minute);
  expect(counts.of('a')).toBe(0);
});

test('what the ledger holds at the start counts on', () => {
  const { counts, pass } = counting([
    { client_id: 'a', at_ms: 50 * minute },
    { client_id: 'a', at_ms: 90 * minute },
  ]);
  expect(counts.of('a')).toBe(2);
  pass(10 * minute);
  expect(counts.of('a')).toBe(1);
});

test('thousands of writes that are over are forgotten', () => {
  const { counts, pass, write } = counting();
  for (let n = 0; n < 5000; n += 1) write();
  pass(60 * minute);
  write();
  expect(counts.of('a')).toBe(1);
});

test('a call counts from when it began, however late it ends', () => {
  const { counts, pass, write } = counting();
  const long = counts.begin('a');
  pass(10 * minute);
  write();
  long(true);
  expect(counts.waitMs('a', 2)).toBe(50 * minute);
  pass(50 * minute);
  expect(counts.of('a')).toBe(1);
});
