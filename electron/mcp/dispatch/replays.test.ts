import { describe, expect, it } from 'vitest';
import { createReplays } from './replays.ts';
import type { RequestKey } from './write-call.ts';

const key = (more: Partial<RequestKey> = {}): RequestKey => ({
  scope: 'session',
  id: 70,
  body: 'digest',
  stateless: false,
  ...more,
});

describe('calls that come twice (case d08)', () => {
  it('knows the same id with the same body, and another body as a conflict', () => {
    const replays = createReplays<string>();
    replays.remember(key(), Promise.resolve('answer'));
    expect(replays.look(key()).kind).toBe('same');
    expect(replays.look(key({ body: 'other' })).kind).toBe('conflict');
    expect(replays.look(key({ id: 71 })).kind).toBe('new');
    expect(replays.look(key({ id: '70' })).kind).toBe('new');
    expect(replays.look(key({ scope: 'another session' })).kind).toBe('new');
  });

  it('takes only an identical call for the same without sessions, and for a minute', async () => {
    let now = 0;
    const replays = createReplays<string>(() => now);
    const call = key({ stateless: true });
    replays.remember(call, Promise.resolve('answer'));
    now = 500_000;
    expect(replays.look(call).kind).toBe('same');
    await Promise.resolve();
    await Promise.resolve();
    now += 60_000;
    expect(replays.look(call).kind).toBe('same');
    now += 1;
    expect(replays.look(call).kind).toBe('new');
    expect(replays.look(key({ stateless: true, body: 'other' })).kind).toBe('new');
  });

  it('forgets a call that left nothing behind', () => {
    const replays = createReplays<string>();
    replays.remember(key(), Promise.resolve('lost'));
    replays.forget(key());
    expect(replays.look(key()).kind).toBe('new');
  });

  it('holds a bounded number of calls and never drops one that runs', async () => {
    const replays = createReplays<string>();
    replays.remember(key({ id: 'runs' }), new Promise(() => {}));
    for (let id = 0; id < 6000; id += 1) {
      replays.remember(key({ id }), Promise.resolve('answer'));
      if (id % 100 === 0) await new Promise(setImmediate);
    }
    expect(replays.look(key({ id: 'runs' })).kind).toBe('same');
    expect(replays.look(key({ id: 0 })).kind).toBe('new');
    expect(replays.look(key({ id: 5999 })).kind).toBe('same');
  });
});
