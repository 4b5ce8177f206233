import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { homeConnection } from './connections.ts';
import { type CallEvidence, identify } from './identity.ts';
import { createGapRuns } from './runs.ts';

const minutes = 60_000;
const session = '11111111-1111-4111-8111-111111111111';

const who = (evidence: Partial<CallEvidence>, gaps = createGapRuns()) =>
  identify(
    {
      connection: homeConnection,
      clientInfo: { name: 'claude-code', version: '2.1.197' },
      meta: {},
      transportSession: session,
      protocolVersion: '2025-11-25',
      transport: 'http',
      nowMs: 0,
      ...evidence,
    },
    gaps,
  );

describe('who made a call', () => {
  it('copies name, version, connection and session onto every row (case d10)', () => {
    expect(who({})).toMatchObject({
      client_info: 'mcp:claude-code',
      client_name: 'claude-code',
      client_version: '2.1.197',
      client_id: 'home',
      session_id: session,
      session_kind: 'transport',
      transport: 'http',
      protocol_version: '2025-11-25',
    });
  });

  it.each([
    undefined,
    null,
    {},
    { name: '' },
    { name: 12, version: null },
    'x',
    [],
    { name: '   ' },
  ])(
    'calls a client that says %j of itself the one unknown client (cases a02, a08)',
    (clientInfo) => {
      expect(who({ clientInfo })).toMatchObject({ client_info: 'mcp', client_name: null });
    },
  );

  it('makes every hostile name one visible, capped line (case a07)', () => {
    const lines = readFileSync(
      new URL('./fixtures/a07_client_names.jsonl', import.meta.url),
      'utf8',
    );
    for (const line of lines.trim().split('\n')) {
      const { params } = JSON.parse(line) as { params: { clientInfo: unknown } };
      const { client_info, client_name } = who({ clientInfo: params.clientInfo });
      expect(client_info).toMatch(/^mcp(:[a-z0-9]+(-[a-z0-9]+)*)?$/);
      expect(client_info.length).toBeLessThanOrEqual(132);
      expect((client_name ?? '').length).toBeLessThanOrEqual(128);
      expect(client_name ?? '').not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }
  });

  it('takes no probe of a proxy for a client', () => {
    const probe = { name: 'mcp-remote-fallback-test', version: '0.0.0' };
    expect(who({ clientInfo: probe })).toMatchObject({ client_info: 'mcp', client_name: null });
  });
});

describe('which run a call belongs to', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  it("takes the client's own session first (Codex)", () => {
    const meta = {
      sessionId: 'own-session',
      threadId: 'thread',
      traceparent: trace,
      callId: 'call_1',
      'x-codex-turn-metadata': { session_id: 'other', turn_id: 'turn-7', model: 'gpt-9' },
    };
    expect(who({ meta })).toMatchObject({
      session_id: 'own-session',
      session_kind: 'client',
      turn_id: 'turn-7',
      call_id: 'call_1',
      model: 'gpt-9',
    });
  });

  it('finds it in the turn metadata alone', () => {
    const meta = { 'x-codex-turn-metadata': { session_id: 'inner' } };
    expect(who({ meta })).toMatchObject({ session_id: 'inner', session_kind: 'client' });
  });

  it('takes the call id of Claude Code', () => {
    const meta = { 'claudecode/toolUseId': 'toolu_01', progressToken: 2 };
    expect(who({ meta })).toMatchObject({ call_id: 'toolu_01', session_kind: 'transport' });
  });

  it('takes the trace before the transport', () => {
    expect(who({ meta: { traceparent: trace } })).toMatchObject({
      session_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      session_kind: 'trace',
    });
  });

  it.each([
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-extra',
    'nonsense',
    7,
  ])('takes no trace from %j', (traceparent) => {
    expect(who({ meta: { traceparent } }).session_kind).toBe('transport');
  });

  it('joins calls of one client with gaps under 30 minutes where nothing else is known', () => {
    const gaps = createGapRuns();
    const at = (nowMs: number, name = 'a') =>
      who({ transportSession: null, clientInfo: { name, version: '1' }, nowMs }, gaps);
    const first = at(0);
    expect(first.session_kind).toBe('gap');
    expect(at(29 * minutes).session_id).toBe(first.session_id);
    expect(at(58 * minutes).session_id).toBe(first.session_id);
    expect(at(58 * minutes, 'b').session_id).not.toBe(first.session_id);
    expect(at(88 * minutes).session_id).not.toBe(first.session_id);
  });

  it('caps and cleans what a client puts into its ids', () => {
    const { session_id, model } = who({
      meta: { sessionId: `a\u202e\n${'x'.repeat(9000)}`, 'x-codex-turn-metadata': { model: '' } },
    });
    expect(session_id).toMatch(/^a\\u\{202e\} x+$/);
    expect(session_id.length).toBe(128);
    expect(model).toBeNull();
  });
});
