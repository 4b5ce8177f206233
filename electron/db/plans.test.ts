import { expect, test } from 'vitest';
import { emptyFilter, failureOutcomes, type WriteFilter } from '../../shared/filter.ts';
import { testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { compileFilter } from './filter-sql.ts';
import { writeColumns } from './readers/write.ts';
import { walkSql, wayThrough } from './walk.ts';

const only = <T>(...values: T[]) => ({ only: values, hide: [] });

const dimensions: readonly (readonly [string, Partial<WriteFilter>, RegExp])[] = [
  ['no filter', {}, /USING INDEX mcp_writes_by_time/],
  [
    'one client',
    { client: only('mcp:cursor') },
    /USING INDEX mcp_writes_by_client \(client_info=\?/,
  ],
  [
    'a family of clients',
    { client: only('claude-desktop') },
    /USING COVERING INDEX mcp_writes_by_client \(client_info=\?/,
  ],
  ['one tool', { tool: only('tree.tag') }, /USING INDEX mcp_writes_by_tool \(tool_name=\?/],
  [
    'two tools',
    { tool: only('tree.tag', 'memory.note') },
    /USING COVERING INDEX mcp_writes_by_tool \(tool_name=\?/,
  ],
  [
    'one namespace',
    { namespace: only('notes') },
    /USING INDEX mcp_writes_by_namespace \(namespace=\?/,
  ],
  ['failures', { outcome: only(...failureOutcomes) }, /USING INDEX mcp_writes_not_succeeded/],
  ['refused', { outcome: only('refused') }, /USING INDEX mcp_writes_not_succeeded/],
  ['flagged', { mark: only('flagged') }, /write_marks USING (COVERING )?INDEX write_marks_flagged/],
  ['flagged or reviewed', { mark: only('flagged', 'reviewed') }, /write_marks_reviewed/],
  ['not reviewed', { mark: { only: [], hide: ['reviewed'] } }, /USING INDEX mcp_writes_by_time/],
  ['a run', { run: 'run-1' }, /USING INDEX mcp_writes_by_run \(session_id=\?/],
  ['one server', { server: only('github') }, /USING INDEX mcp_writes_by_time/],
  ['a hidden client', { client: { only: [], hide: ['cursor'] } }, /USING INDEX mcp_writes_by_time/],
];

const ledger = () => {
  const { write } = testLedger();
  const clients = ['mcp:claude-ai', 'mcp:claude-desktop', 'mcp:cursor'];
  putRows(
    write,
    clients.map((client_info, n) => rowWith({ id: n + 1, client_info })),
  );
  return write;
};

test.each(dimensions)(
  'a page filtered by %s walks an index in order of time and sorts no more than the page',
  (_, filter, index) => {
    const db = ledger();
    for (const direction of ['older', 'newer'] as const) {
      for (const key of [null, { timestamp_ms: 5, id: 5 }]) {
        const query = {
          filter: { ...emptyFilter, ...filter },
          bounds: { since_ms: 1, until_ms: 9e12 },
        };
        const way = wayThrough(db, compileFilter(db, query));
        const { sql, params } = walkSql(way, writeColumns, { direction, key }, 60);
        const plan = db
          .all<{ id: number; parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
          .map((step) => step.detail);
        expect(plan.join('\n')).toMatch(index);
        expect(plan.join('\n')).not.toMatch(/SCAN mcp_writes$/m);
        // Several walks are merged; only the page that comes of it is sorted again.
        const sorts = plan.filter((step) => step.includes('TEMP B-TREE'));
        expect(sorts).toEqual(plan.some((step) => step.includes('MERGE')) ? sorts.slice(0, 1) : []);
      }
    }
  },
);

test('of two narrow dimensions the one with fewer rows is walked', () => {
  const { write } = testLedger();
  putRows(
    write,
    Array.from({ length: 50 }, (_, n) =>
      rowWith({ id: n + 1, tool_name: n === 7 ? 'tree.tag' : 'memory.store' }),
    ),
  );
  const way = (filter: Partial<WriteFilter>) =>
    wayThrough(
      write,
      compileFilter(write, {
        filter: { ...emptyFilter, ...filter },
        bounds: { since_ms: null, until_ms: null },
      }),
    ).index;
  expect(way({ client: only('claude-code'), tool: only('tree.tag') })).toMatch(/by_tool/);
});
