import { expect, it } from 'vitest';
import { emptyFilter } from '../../../shared/filter.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import { verifyChain } from '../../audit/chain.ts';
import { page } from '../../db/readers/page.ts';
import { indexWrites } from '../../db/search-index.ts';
import type { LaterDone, LaterWrite } from '../tools/tool.ts';
import { ok, setUp } from './later.test-help.ts';
import { toolError } from './write-call.ts';

it('the row is there without an outcome while the work runs, and has it soon after it is answered', async () => {
  const { call, row, settled, committed, read } = setUp();
  const during: unknown[] = [];
  const { answer, rowId, succeeded } = await call(async ({ write_id }) => {
    const waiting = row(write_id ?? 0);
    during.push(waiting === undefined ? 'no row' : outcomeOf(waiting), waiting?.error_message);
    return ok;
  });
  expect(during).toEqual(['unknown', null]);
  expect({ answer, rowId, succeeded }).toEqual({ answer: ok.answer, rowId: 1, succeeded: true });
  expect(row()).toMatchObject({
    server_name: 'github',
    tool_name: 'create_issue',
    success: 1,
    resulting_chunk_id: 'issue-7',
    error_kind: null,
  });
  expect(row()?.finished_ms).toBeGreaterThanOrEqual(1_780_000_000_000);
  expect([settled, committed]).toEqual([[1], [true]]);
  expect(verifyChain(read, null)).toEqual({ kind: 'whole', rows: 1, unchained: 0 });
});

it('a failure and an unknown end say so, and a message keeps no value of the arguments', async () => {
  const { call, row } = setUp();
  const message = 'no: hush-hush-hush is not valid';
  await call(async () => ({
    kind: 'failed',
    error_kind: 'upstream',
    message,
    answer: toolError('no'),
  }));
  await call(async () => ({
    kind: 'unknown',
    error_kind: 'timeout',
    message,
    answer: toolError('?'),
  }));
  const said = 'no: [redacted] is not valid';
  expect(row(1)).toMatchObject({ success: 0, error_kind: 'upstream', error_message: said });
  expect(row(2)).toMatchObject({ error_kind: 'timeout', error_message: said, finished_ms: null });
  const outcomes = [row(1), row(2)].map((found) => found && outcomeOf(found));
  expect(outcomes).toEqual(['failed', 'unknown']);
});

it('work that throws may have begun: its end is unknown, and the next call works', async () => {
  const { call, row } = setUp();
  const { answer } = await call(() => Promise.reject(new Error('broke')));
  expect(answer).toMatchObject({
    kind: 'result',
    isError: true,
    text: 'create_issue failed: broke',
  });
  expect(row()).toMatchObject({ finished_ms: null, error_message: 'broke', error_kind: 'tool' });
  expect((await call(async () => ok)).succeeded).toBe(true);
});

it('the same request again while it runs is one execution and one row', async () => {
  const { call, row, read } = setUp();
  let runs = 0;
  let finish = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const work: LaterWrite['perform'] = async () => {
    runs += 1;
    await gate;
    return ok;
  };
  const request = { scope: 's', id: 4, body: 'b', stateless: false };
  const both = [call(work, { request }), call(work, { request })];
  await expect.poll(() => runs).toBe(1);
  finish();
  const answers = await Promise.all(both);
  expect(answers.map(({ rowId }) => rowId)).toEqual([1, 1]);
  expect([runs, row()?.attempts, row(2)]).toEqual([1, 2, undefined]);
  expect(verifyChain(read, null).kind).toBe('whole');
});

it('a client that cancels is heard by the work; a call cancelled before it ran is a failed row', async () => {
  const { call, row } = setUp();
  const gone = new AbortController();
  const dispatched = call(
    ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () =>
          resolve({
            kind: 'failed',
            error_kind: 'cancelled',
            message: 'cancelled',
            answer: toolError('cancelled'),
          }),
        );
        gone.abort();
      }),
    { signal: gone.signal },
  );
  expect((await dispatched).succeeded).toBe(false);
  expect(row()).toMatchObject({ error_kind: 'cancelled' });
  let ran = false;
  await call(
    async () => {
      ran = true;
      return ok;
    },
    { signal: AbortSignal.abort() },
  );
  expect([ran, row(2)?.error_kind, row(2)?.finished_ms === null]).toEqual([
    false,
    'cancelled',
    false,
  ]);
});

it('quitting waits a while, then work under way ends as unknown and is told to stop', async () => {
  const { call, row, dispatcher, settled } = setUp();
  let told = false;
  const dispatched = call(
    ({ signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          told = true;
        });
      }),
  );
  await expect.poll(row).toBeDefined();
  await dispatcher.drain(20);
  const { answer } = await dispatched;
  expect(answer).toMatchObject({ isError: true });
  expect(told).toBe(true);
  expect(row()).toMatchObject({ finished_ms: null, success: 0 });
  expect(settled).toEqual([1]);
});

it.each([
  ['allow', true, 1],
  ['refuse', false, 0],
] as const)('a ledger that takes no row: %s', async (choice, succeeded, runs) => {
  const { call, dispatcher, write, row } = setUp(choice);
  write.transaction(() =>
    write.run(
      "CREATE TRIGGER no_rows BEFORE INSERT ON mcp_writes BEGIN SELECT RAISE(ABORT, 'no rows'); END",
    ),
  );
  let ran = 0;
  const dispatched = await call(async ({ write_id }) => {
    expect(write_id).toBeNull();
    ran += 1;
    return ok;
  });
  expect([dispatched.succeeded, dispatched.rowId, ran, row()]).toEqual([
    succeeded,
    null,
    runs,
    undefined,
  ]);
  expect(dispatcher.recording()).toMatchObject({ kind: 'not-recording', lost: 1 });
});

it('an outcome that the ledger could not take follows when it takes writes again', async () => {
  const { call, dispatcher, write, row, settled, read } = setUp();
  write.transaction(() =>
    write.run(
      "CREATE TRIGGER no_outcomes BEFORE INSERT ON write_outcomes BEGIN SELECT RAISE(ABORT, 'no'); END",
    ),
  );
  expect((await call(async () => ok)).succeeded).toBe(true);
  expect(row()?.finished_ms).toBeNull();
  expect(dispatcher.recording()).toMatchObject({ kind: 'not-recording', lost: 0 });
  expect(settled).toEqual([]);
  write.transaction(() => write.run('DROP TRIGGER no_outcomes'));
  await call(async () => ok);
  await expect.poll(() => settled).toEqual(expect.arrayContaining([1, 2]));
  expect([row(1)?.success, row(2)?.success]).toEqual([1, 1]);
  expect(verifyChain(read, null).kind).toBe('whole');
});

it('an outcome that was changed, added or taken away afterwards breaks the chain', async () => {
  const failing = async (): Promise<LaterDone> => ({
    kind: 'failed',
    error_kind: 'upstream',
    message: 'no',
    answer: toolError('no'),
  });
  for (const [sql, broken] of [
    ['UPDATE mcp_writes SET success = 1, error_message = NULL WHERE id = 2', 2],
    ['UPDATE mcp_writes SET elapsed_ms = elapsed_ms + 1 WHERE id = 1', 1],
    ['DELETE FROM write_outcomes WHERE write_id = 1', 1],
    ['UPDATE mcp_writes SET row_form = 1 WHERE id = 2', 2],
    ['UPDATE mcp_writes SET reason = 1 WHERE id = 3', 3],
  ] as const) {
    const { call, write, read } = setUp();
    for (let n = 0; n < 3; n += 1) await call(failing);
    expect(verifyChain(read, null)).toEqual({ kind: 'whole', rows: 3, unchained: 0 });
    write.transaction(() => write.run(sql));
    expect(verifyChain(read, null), sql).toMatchObject({ kind: 'broken', first_broken_id: broken });
  }
});

it('a search finds an error that came after the index had passed its row', async () => {
  const { call, write, read } = setUp();
  await call(async () => {
    write.transaction(() => indexWrites(write, 100));
    return {
      kind: 'failed',
      error_kind: 'upstream',
      message: 'quota exhausted',
      answer: toolError(''),
    };
  });
  const filter = { ...emptyFilter, text: 'a exhaust' };
  const query = { filter, bounds: { since_ms: null, until_ms: null } };
  expect(page(read, query, 10, null).rows.map(({ id }) => id)).toEqual([1]);
});
