import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../../shared/ledger.ts';
import { outcomeOf } from '../../shared/outcome.ts';
import { type GatewayCore, gatewayCore } from '../testing/gateway-core.ts';
import { type Heard, type WayIn, wayIn, wayNames } from '../testing/ways-in.ts';

const addresses = ['its own address', 'one address for all', 'the router'] as const;
type Address = (typeof addresses)[number];

/** `params` of a call of the acting server's tool, as it is called at this address. */
function paramsFor(address: Address, tool: string, args = '{"path":"a"}'): string {
  switch (address) {
    case 'its own address':
      return `{"name":"${tool}","arguments":${args}}`;
    case 'one address for all':
      return `{"name":"acting__${tool}","arguments":${args}}`;
    case 'the router':
      return `{"name":"tools_call","arguments":{"server":"acting","tool":"${tool}","arguments":${args}}}`;
  }
}

/** What a row says, without what differs each time. */
const told = (row: LedgerRow) => ({
  server: row.server_name,
  tool: row.tool_name,
  outcome: outcomeOf(row),
  kind: row.error_kind,
  by: (JSON.parse(row.args_summary ?? '{}') as { decided_by?: string }).decided_by,
});

const isError = ({ value }: Heard): boolean =>
  value.error !== undefined || (value.result as { isError?: boolean }).isError === true;

/** Answers the question that waits, when it is there. */
async function decide({ core }: GatewayCore, decision: 'allow' | 'deny'): Promise<void> {
  const waiting = () => core.requests['approvals:list']?.({}) ?? [];
  await expect.poll(async () => (await waiting()).length).toBe(1);
  const [approval] = await waiting();
  const approval_id = approval?.approval_id ?? '';
  await core.requests['approvals:decide']?.({ approval_id, decision, always: false });
}

const set = async ({ core }: GatewayCore, tool: string, policy: 'deny' | 'ask') =>
  core.requests['servers:tool']?.({ server: 'acting', tool, policy });

describe('the one door of the gateway', () => {
  it.each(wayNames)(
    'every write call of a server leaves exactly one row with its outcome, %s, at every address',
    { timeout: 180_000 },
    async (name) => {
      const test = await gatewayCore();
      await set(test, 'write_denied', 'deny');
      await set(test, 'write_asked', 'ask');
      for (const address of addresses) {
        const way = await wayIn(
          name,
          test.core.home,
          address === 'its own address' ? 'acting' : null,
        );
        if (address !== 'its own address') await way.request('tools/list', '{}');
        const before = test.rows().length;
        const expected: object[] = [];
        const call = async (
          tool: string,
          row: { outcome: string; kind: string | null; by?: string },
          work: (params: string) => Promise<Heard> = (params) => way.request('tools/call', params),
        ) => {
          const heard = await work(paramsFor(address, tool)).catch(() => null);
          if (heard !== null) expect(isError(heard), tool).toBe(row.outcome !== 'succeeded');
          expected.unshift({ server: 'acting', tool, by: undefined, ...row });
        };
        await call('write_ok', { outcome: 'succeeded', kind: null });
        await call('write_iserror', { outcome: 'failed', kind: 'tool' });
        await call('write_throws', { outcome: 'failed', kind: 'upstream' });
        await call('write_denied', { outcome: 'failed', kind: 'refused', by: 'policy' });
        const asked = async (params: string, decision: 'allow' | 'deny') => {
          const answer = way.request('tools/call', params);
          await decide(test, decision);
          return answer;
        };
        await call('write_asked', { outcome: 'failed', kind: 'refused', by: 'person' }, (params) =>
          asked(params, 'deny'),
        );
        await call('write_asked', { outcome: 'succeeded', kind: null, by: 'person' }, (params) =>
          asked(params, 'allow'),
        );
        await call('write_slow', { outcome: 'unknown', kind: 'cancelled' }, (params) =>
          cancelled(test, way, params),
        );
        await call('write_ok', { outcome: 'succeeded', kind: null }, async (params) => {
          const id = way.next();
          const first = await way.request('tools/call', params);
          const again = await way.request('tools/call', params, id);
          expect(again.text).toBe(first.text);
          return first;
        });
        await call('write_dies', { outcome: 'unknown', kind: 'upstream' });

        await test.settled();
        const rows = test.rows().slice(0, test.rows().length - before);
        expect(rows.map(told)).toEqual(expected);
        // In a session an id names a call; without one a bridge may not send it on at all.
        expect(rows.map(({ attempts }) => attempts)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1]);
        expect(rows.map(({ client_info }) => client_info)).toEqual(
          rows.map(() => 'mcp:door-client'),
        );
        const transport = name.startsWith('stdio') ? 'stdio' : 'http';
        expect(new Set(rows.map((row) => row.transport))).toEqual(new Set([transport]));
      }
      // What was refused never reached the server, and nothing reached it twice.
      expect(test.logged('did').toSorted()).toEqual(
        addresses
          .flatMap(() => [
            'write_asked',
            'write_dies',
            'write_iserror',
            'write_ok',
            'write_ok',
            'write_throws',
          ])
          .toSorted(),
      );
    },
  );
});

/** Gives up a call when the server has it. */
async function cancelled(test: GatewayCore, way: WayIn, params: string): Promise<never> {
  const slow = test.logged('slow').length;
  const id = way.next();
  void way.request('tools/call', params).catch(() => undefined);
  await expect.poll(() => test.logged('slow').length).toBe(slow + 1);
  await way.cancel(id);
  await expect.poll(() => test.logged('cancelled').length).toBe(slow + 1);
  throw new Error('given up');
}
