import { expect, onTestFinished, test, vi } from 'vitest';
import { newestBursts, unseenBursts } from '../db/readers/bursts.ts';
import { insertRow, testLedger } from '../testing/ledger.ts';
import { type BurstEvent, startBurstKeeper } from './burst-keeper.ts';

function keeper(threshold = 3, ledger = testLedger()) {
  const events: BurstEvent[] = [];
  const errors: unknown[] = [];
  let now = 0;
  const kept = startBurstKeeper({
    db: ledger.write,
    rule: { threshold, windowSeconds: 60 },
    emit: (event) => events.push(event),
    onError: (error) => errors.push(error),
    clock: () => now,
  });
  const write = (at: number, wall = at) => {
    now = at;
    const id = insertRow(ledger.write, { client_info: 'mcp:cursor', timestamp_ms: wall });
    kept.observe({
      id,
      timestamp_ms: wall,
      client_info: 'mcp:cursor',
      client_name: 'cursor-vscode',
      failed: id % 2 === 0,
      effect: 'write',
      client_id: 'home',
      pending: false,
      repeats_id: id > 1 ? 1 : null,
      repeat_no: id,
    });
    return id;
  };
  return { ledger, kept, events, errors, write, clock: (at: number) => (now = at) };
}

test('a burst is stored as it begins, grows quietly and ends with the time of its last write', () => {
  vi.useFakeTimers();
  try {
    const { ledger, events, write, clock } = keeper();
    for (const at of [1000, 2000, 3000, 4000]) write(at);
    expect(events.map(({ change }) => change)).toEqual(['began']);
    vi.advanceTimersByTime(250);
    expect(events.map(({ change }) => change)).toEqual(['began', 'updated']);
    // The second newest write, at 3,000, holds the rate up; two windows later the burst is over.
    clock(123_001);
    vi.advanceTimersByTime(200_000);
    expect(events.map(({ change }) => change)).toEqual(['began', 'updated', 'ended']);
    expect(newestBursts(ledger.read, 5)).toEqual([
      {
        id: 1,
        client_info: 'mcp:cursor',
        client_name: 'cursor-vscode',
        client_ids: ['home'],
        start_ms: 1000,
        end_ms: 4000,
        count: 4,
        peak: 4,
        first_id: 1,
        last_id: 4,
        repeats: 3,
        failures: 2,
        seen_ms: null,
        notified: 'pending',
      },
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('seen and notified are kept while the burst goes on', () => {
  const { ledger, kept, write } = keeper();
  for (const at of [1, 2, 3]) write(at);
  expect(unseenBursts(ledger.read)).toBe(1);
  kept.setNotified(1, 'shown');
  kept.markSeen([1]);
  write(4);
  kept.close();
  expect(newestBursts(ledger.read, 5)).toMatchObject([{ count: 4, notified: 'shown' }]);
  expect(unseenBursts(ledger.read)).toBe(0);
});

test('a restart ends the burst that was open, and the history fires nothing', () => {
  const { ledger, kept, write } = keeper();
  for (const at of [1, 2, 3]) write(at, at + 500);
  kept.close();
  const again = keeper(3, ledger);
  expect(again.events).toEqual([]);
  expect(newestBursts(ledger.read, 5)).toMatchObject([{ start_ms: 501, end_ms: 503 }]);
});

test('a clock set back never gives a burst that ends before it starts', () => {
  const { ledger, kept, write } = keeper();
  for (const at of [1, 2, 3]) write(at, 10_000 - at * 1000);
  kept.close();
  keeper(3, ledger);
  expect(newestBursts(ledger.read, 5)).toMatchObject([{ start_ms: 9000, end_ms: 9000 }]);
});

test('a burst that cannot be stored alerts all the same', () => {
  const { ledger, events, errors, write } = keeper();
  ledger.write.run('ALTER TABLE bursts RENAME TO elsewhere');
  for (const at of [1, 2, 3]) write(at);
  expect(events.map(({ change }) => change)).toEqual(['began']);
  expect(errors).toHaveLength(1);
});

test('failures that came after their rows are counted when the burst ends', () => {
  const ledger = testLedger();
  const events: BurstEvent[] = [];
  let now = 0;
  const kept = startBurstKeeper({
    db: ledger.write,
    rule: { threshold: 3, windowSeconds: 60 },
    emit: (event) => events.push(event),
    onError: (error) => {
      throw error;
    },
    clock: () => now,
  });
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  for (let n = 0; n < 4; n += 1) {
    now = n;
    const id = insertRow(ledger.write, {
      client_info: 'mcp:cursor',
      timestamp_ms: n,
      success: 0,
      finished_ms: null,
      row_form: 2,
    });
    kept.observe({
      id,
      timestamp_ms: n,
      client_info: 'mcp:cursor',
      client_name: null,
      client_id: 'home',
      failed: false,
      effect: 'write',
      pending: true,
      repeats_id: null,
      repeat_no: 1,
    });
  }
  ledger.write.run('UPDATE mcp_writes SET finished_ms = 9 WHERE id <= 2');
  now = 200_000;
  vi.advanceTimersByTime(200_000);
  expect(events.at(-1)).toMatchObject({ change: 'ended', burst: { count: 4, failures: 2 } });
  kept.close();
});
