import { Server } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { initialize } from '../testing/core.ts';
import { homeConnection } from './connections.ts';
import { listen } from './http/listener.ts';
import { createSessions, type Session } from './sessions.ts';

const hours = 3_600_000;

/** Sessions with a clock of the test's own, and a real endpoint that opens them. */
async function testSessions() {
  let now = 0;
  const sessions = createSessions({
    makeServer: () => new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } }),
    onError: (error) => {
      throw error;
    },
    clock: () => now,
  });
  let last: Session | null = null;
  const listener = await listen(0, async (request, response) => {
    last = await sessions.open(homeConnection, { name: 'x' });
    await last.transport.handleRequest(request, response);
  });
  onTestFinished(() => listener.close(0));
  const open = async (): Promise<Session> => {
    const response = await fetch(`http://127.0.0.1:${listener.port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(initialize({ name: 'x', version: '1' })),
    });
    await response.text();
    if (last === null) throw new Error('no session was opened');
    return last;
  };
  return {
    sessions,
    open,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

describe('how long sessions live', () => {
  it('an unused one ends after twelve hours; one with a stream or a running call does not', async () => {
    const { sessions, open, pass } = await testSessions();
    const [idle, used, listening, running] = [
      await open(),
      await open(),
      await open(),
      await open(),
    ];
    listening.streams = 1;
    running.running.set(1, new AbortController());
    pass(11 * hours);
    expect(sessions.find(used.id(), homeConnection)).toBe(used);
    pass(1 * hours);
    expect(sessions.find(idle.id(), homeConnection)).toBeNull();
    expect(sessions.find(used.id(), homeConnection)).toBe(used);
    expect(sessions.find(listening.id(), homeConnection)).toBe(listening);
    expect(sessions.find(running.id(), homeConnection)).toBe(running);
  });

  it('at most 512 are open: the one unused longest makes room', async () => {
    const { sessions, open } = await testSessions();
    const first = await open();
    first.streams = 1;
    const second = await open();
    for (let n = 2; n < 512; n += 1) await open();
    expect(sessions.find(first.id(), homeConnection)).toBe(first);
    const newest = await open();
    expect(sessions.find(second.id(), homeConnection)).toBeNull();
    expect(sessions.find(first.id(), homeConnection)).toBe(first);
    expect(sessions.find(newest.id(), homeConnection)).toBe(newest);
  });

  it('is found by its own connection only', async () => {
    const { sessions, open } = await testSessions();
    const session = await open();
    expect(sessions.find(session.id(), { id: 'other' })).toBeNull();
  });
});
