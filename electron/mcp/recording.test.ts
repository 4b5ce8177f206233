import { describe, expect, it } from 'vitest';
import type { RecordingState } from '../../shared/answers.ts';
import { connectWriter } from '../db/connection.ts';
import { homePaths } from '../home/paths.ts';
import { call, testCore } from '../testing/core.ts';
import { holdLock, runSql } from '../testing/side-door.ts';

const store = (id: number, title = `t${id}`) => call(id, 'memory_store', { title, content: 'c' });
const isToolError = (json: unknown) =>
  (json as { result?: { isError?: boolean } }).result?.isError === true;

describe('another process holds the ledger (case c02)', () => {
  it('calls wait without blocking the endpoint, and are recorded in order with their own times', async () => {
    const { core, post, session, rows } = await testCore();
    const headers = await session();
    const lock = holdLock(core.home);
    const sent: number[] = [];
    const answers: Promise<unknown>[] = [];
    for (let id = 1; id <= 5; id += 1) {
      sent.push(Date.now());
      answers.push(post(store(id), headers));
      const ping = await post({ jsonrpc: '2.0', id: `p${id}`, method: 'ping' }, headers);
      expect(ping.status).toBe(200);
    }
    lock.release();
    await Promise.all(answers);
    for (let id = 6; id <= 10; id += 1) await post(store(id), headers);

    const recorded = rows().toReversed();
    expect(recorded.map((row) => JSON.parse(row.args_summary ?? '').title)).toEqual(
      Array.from({ length: 10 }, (_, at) => `t${at + 1}`),
    );
    for (const [at, time] of sent.entries()) {
      expect(Math.abs((recorded[at]?.timestamp_ms ?? 0) - time)).toBeLessThan(1000);
    }
    expect(core.recording()).toEqual({ kind: 'recording' });
  });
});

describe('the ledger cannot be written', () => {
  it('the call fails and changes nothing, the loss is counted, and recording comes back by itself', async () => {
    const { core, post, session, rows, client } = await testCore();
    const headers = await session();
    const states: RecordingState[] = [];
    core.on('state', ({ recording }) => states.push(recording));
    runSql(
      core.home,
      "CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN SELECT RAISE(ABORT, 'no rows'); END",
    );
    for (let id = 1; id <= 3; id += 1) {
      const reply = await post(store(id), headers);
      expect(isToolError(reply.json)).toBe(true);
      expect(reply.text).toContain('could not record');
    }
    expect(core.recording()).toMatchObject({ kind: 'not-recording', lost: 3, why: 'no rows' });

    runSql(core.home, 'DROP TRIGGER no_rows');
    await expect.poll(core.recording, { timeout: 5000 }).toEqual({ kind: 'recording' });
    expect(states.at(-1)).toEqual({ kind: 'recording' });
    // The same request may try again: nothing of it was left behind.
    expect((await post(store(3), headers)).json).toMatchObject({
      result: { structuredContent: { version: 1 } },
    });
    const [gap, stored] = rows().toSorted((a, b) => a.id - b.id);
    expect(stored).toMatchObject({ id: 2, tool_name: 'memory.store', success: 1 });
    // Case d03: one row says how many calls between when and when left none, and why.
    expect(gap).toMatchObject({
      id: 1,
      tool_name: 'ledger.gap',
      client_info: 'mcp:inkwatch',
      transport: 'inkwatch',
      finished_ms: null,
      error_message: expect.stringMatching(
        /^3 calls between .*Z and .*Z left no row: no rows. 3 calls changed nothing.$/,
      ),
    });
    expect(JSON.parse(gap?.args_summary ?? '')).toMatchObject({ calls: 3, went_on: 0 });
    const list = await (await client('2025')).callTool({ name: 'tree_list', arguments: {} });
    expect(list.structuredContent).toMatchObject({ namespaces: [{ documents: 1 }] });
  });

  it('one call that cannot be recorded does not take those beside it along', async () => {
    const { core, post, session, rows } = await testCore();
    const headers = await session();
    runSql(
      core.home,
      `CREATE TRIGGER no_bad BEFORE INSERT ON mcp_writes WHEN NEW.args_summary LIKE '%bad%'
        BEGIN SELECT RAISE(ABORT, 'not this one'); END`,
    );
    const titles = ['one', 'two', 'bad', 'four', 'five'];
    const replies = await Promise.all(titles.map((title, id) => post(store(id, title), headers)));
    expect(replies.map(({ json }) => isToolError(json))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    const made = rows().filter(({ tool_name }) => tool_name === 'memory.store');
    expect(made).toHaveLength(4);
  });

  it('a refused call keeps its own answer', async () => {
    const { core, post, session } = await testCore();
    const headers = await session();
    runSql(
      core.home,
      "CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN SELECT RAISE(ABORT, 'no rows'); END",
    );
    const reply = await post(call(1, 'memory_store', 'text'), headers);
    expect(reply.json).toMatchObject({ error: { code: -32602 } });
    expect(core.recording()).toMatchObject({ lost: 1 });
  });
});

describe('a newer ledger', () => {
  it('is not written: calls say why, and nothing is recorded', async () => {
    const first = await testCore();
    await first.core.close();
    runSql(first.core.home, 'PRAGMA user_version = 999');
    const { core, post, session } = await testCore({ home: first.core.home });
    expect(core.ledger().kind).toBe('read-only');
    expect(core.recording()).toMatchObject({ kind: 'not-recording', lost: 0 });
    const reply = await post(store(1), await session());
    expect(isToolError(reply.json)).toBe(true);
    expect(reply.text).toContain('newer Inkwatch');
  });
});

/** Without what opening a ledger checks: its table may be away. */
function rawSql(home: string, sql: string): void {
  const database = connectWriter(homePaths(home).database);
  database.exec(sql);
  database.close();
}

describe('case d03: ten calls that cannot be recorded, in one way after the other', () => {
  const failing = "SELECT RAISE(ABORT, 'no rows')";
  const ways: Readonly<Record<string, readonly [string, string]>> = {
    'every insert fails': [
      `CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN ${failing}; END`,
      'DROP TRIGGER no_rows',
    ],
    'the table is gone': [
      'ALTER TABLE mcp_writes RENAME TO elsewhere',
      'ALTER TABLE elsewhere RENAME TO mcp_writes',
    ],
  };
  for (const [name, [breakIt, mendIt]] of Object.entries(ways)) {
    it(`${name}: counted to ten, not said to be over before it is, and one row afterwards`, async () => {
      const { core, post, session, rows } = await testCore();
      const headers = await session();
      rawSql(core.home, breakIt);
      const from = Date.now();
      for (let id = 1; id <= 10; id += 1) {
        expect(isToolError((await post(store(id), headers)).json)).toBe(true);
      }
      expect(core.recording()).toMatchObject({ kind: 'not-recording', lost: 10 });
      expect(Date.now() - from).toBeLessThan(2000);
      const states: RecordingState['kind'][] = [];
      core.on('state', ({ recording }) => states.push(recording.kind));
      // Long enough for two proofs, each of which must fail.
      await new Promise((resolve) => setTimeout(resolve, 3200));
      expect(states).not.toContain('recording');

      rawSql(core.home, mendIt);
      await expect.poll(core.recording, { timeout: 5000 }).toEqual({ kind: 'recording' });
      await expect.poll(() => rows().length).toBe(1);
      await post(store(11), headers);
      expect(rows()).toMatchObject([
        { tool_name: 'memory.store', success: 1 },
        { error_message: expect.stringMatching(/^10 calls between .* left no row/) },
      ]);
    });
  }
});
