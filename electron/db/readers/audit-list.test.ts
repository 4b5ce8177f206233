import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditListArgs, auditListSchema, type LedgerRow } from '../../../shared/ledger.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import { testLedger } from '../../testing/ledger.ts';
import { putRows, rowWith, someRows } from '../../testing/rows.ts';
import { auditList } from './audit-list.ts';

/** What the arguments mean, said plainly. */
const reference = (rows: readonly LedgerRow[], args: AuditListArgs): readonly number[] =>
  rows
    .filter(
      (row) =>
        (args.since_ms === undefined || row.timestamp_ms >= args.since_ms) &&
        (args.until_ms === undefined || row.timestamp_ms < args.until_ms) &&
        (args.client_filter === undefined || row.client_info === args.client_filter) &&
        (args.tool_filter === undefined || row.tool_name === args.tool_filter) &&
        (args.success_only === undefined || args.success_only === (outcomeOf(row) === 'succeeded')),
    )
    .toSorted((a, b) => b.timestamp_ms - a.timestamp_ms || b.id - a.id)
    .slice(args.offset, args.offset + args.limit)
    .map((row) => row.id);

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const someArgs = fc
  .record({
    limit: fc.integer({ min: 1, max: 12 }),
    offset: fc.integer({ min: 0, max: 8 }),
    since_ms: optional(fc.integer({ min: 0, max: 40 })),
    until_ms: optional(fc.integer({ min: 0, max: 40 })),
    client_filter: optional(
      fc.constantFrom('mcp:cursor', 'mcp:a_b', 'mcp:claude-ai', 'claude-desktop'),
    ),
    tool_filter: optional(fc.constantFrom('memory.store', 'memory_store', 'memory%')),
    success_only: optional(fc.boolean()),
  })
  .map((args) => auditListSchema.parse(args));

test('mcp_audit_list answers what its arguments say, newest first, for all of them', () => {
  const { write: db } = testLedger();
  fc.assert(
    fc.property(someRows(30), fc.array(someArgs, { minLength: 1, maxLength: 8 }), (rows, all) => {
      db.run('DELETE FROM mcp_writes');
      putRows(db, rows);
      for (const args of all) {
        expect(auditList(db, args).map((row) => row.id)).toEqual(reference(rows, args));
      }
    }),
    { numRuns: 60 },
  );
});

test('limit is 50 unless told, 500 at most, and offset walks on', () => {
  expect(auditListSchema.parse({})).toEqual({ limit: 50, offset: 0 });
  expect(auditListSchema.safeParse({ limit: 501 }).success).toBe(false);
  expect(auditListSchema.safeParse({ limit: 0 }).success).toBe(false);
  expect(auditListSchema.safeParse({ offset: -1 }).success).toBe(false);
});

test('failures can be asked for alone: `success_only: false` is not "no filter"', () => {
  const { write: db } = testLedger();
  putRows(
    db,
    [1, 2, 3, 4].map((id) =>
      rowWith({ id, success: id < 3 ? 1 : 0, finished_ms: id === 4 ? null : id }),
    ),
  );
  const list = (success_only?: boolean) =>
    auditList(db, auditListSchema.parse({ success_only })).map((row) => row.id);
  expect(list(true)).toEqual([2, 1]);
  expect(list(false)).toEqual([4, 3]);
  expect(list()).toEqual([4, 3, 2, 1]);
});
