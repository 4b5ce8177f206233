import { expect, it } from 'vitest';
import type { Approval } from '../../../shared/servers.ts';
import { createApprovals, type Question } from './approvals.ts';

const question = (key: string): Question => ({
  key,
  server: 'github',
  tool: 'create_issue',
  client: { client_info: 'mcp:cursor', client_name: 'cursor-vscode' },
  reason: 'asked to',
  arguments: '{}',
});

function setUp(waitMs = 60_000) {
  const changes: number[] = [];
  const approvals = createApprovals({
    waitMs: () => waitMs,
    now: () => 1000,
    onChanged: (waiting: readonly Approval[]) => changes.push(waiting.length),
  });
  return { approvals, changes };
}

it('waits for the person, who sees what is asked, and answers once', async () => {
  const { approvals, changes } = setUp();
  const answer = approvals.ask(question('a'), null);
  const [waiting] = approvals.waiting();
  expect(waiting).toMatchObject({ tool: 'create_issue', asked_ms: 1000, expires_ms: 61_000 });
  const id = waiting?.approval_id ?? '';
  expect(approvals.decide(id, 'allow', true)).toBe(true);
  expect(approvals.decide(id, 'deny', false)).toBe(false);
  expect(await answer).toEqual({ kind: 'allowed', always: true });
  expect(changes).toEqual([1, 0]);
});

it('no answer in time is none', async () => {
  const { approvals } = setUp(10);
  expect(await approvals.ask(question('a'), null)).toEqual({ kind: 'unanswered' });
  expect(approvals.waiting()).toEqual([]);
});

it('the same call again is the same question, and ends only when nobody waits any more', async () => {
  const { approvals } = setUp();
  const first = new AbortController();
  const second = new AbortController();
  const answers = [first, second].map(({ signal }) => approvals.ask(question('a'), signal));
  expect(approvals.waiting()).toHaveLength(1);
  first.abort();
  expect(await answers[0]).toEqual({ kind: 'gone' });
  expect(approvals.waiting()).toHaveLength(1);
  second.abort();
  expect(await answers[1]).toEqual({ kind: 'gone' });
  expect(approvals.waiting()).toEqual([]);
  expect(await approvals.ask(question('a'), AbortSignal.abort())).toEqual({ kind: 'gone' });
});

it('a client that floods the person is refused the rest', async () => {
  const { approvals } = setUp();
  for (let n = 0; n < 50; n += 1) void approvals.ask(question(`q${n}`), null);
  expect(await approvals.ask(question('one more'), null)).toEqual({ kind: 'too-many' });
  approvals.close();
  expect(approvals.waiting()).toEqual([]);
});
