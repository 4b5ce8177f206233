import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LedgerRow } from '../../shared/ledger.ts';
import { outcomeOf } from '../../shared/outcome.ts';
import { verifyChain } from '../audit/chain.ts';
import { readHighWater } from '../db/high-water.ts';
import { openReader } from '../db/open.ts';
import { homePaths } from '../home/paths.ts';
import type { AnsweredWrite } from './kill-load.ts';

interface Change {
  readonly tool: string;
  readonly write_id: number;
  readonly chunk: string;
  readonly text: string;
}

const changes = [
  'memory_versions:content:memory.store',
  'memory_notes:text:memory.note',
  'memory_tag_changes:asked:tree.tag',
]
  .map((of) => of.split(':'))
  .map(
    ([table, text, tool]) => `SELECT '${tool}' AS tool, change.write_id,
      'd' || document.id || '-' || document.suffix AS chunk, change.${text} AS text
      FROM ${table} AS change JOIN memory_documents AS document ON document.id = change.document`,
  )
  .join(' UNION ALL ');

/** What a home that nobody serves holds, against what its clients were told; violations in words. */
export function checkHome(
  home: string,
  answered: readonly AnsweredWrite[],
): { readonly rows: number; readonly violations: readonly string[] } {
  const paths = homePaths(home);
  const reader = openReader(paths.database);
  try {
    const integrity = reader
      .all<{ integrity_check: string }>('PRAGMA integrity_check')
      .map((line) => line.integrity_check);
    const chain = verifyChain(reader, readHighWater(paths.highWater));
    const rows = reader.all<LedgerRow>('SELECT * FROM mcp_writes');
    const changed = reader.all<Change>(changes);
    const behind = reader.all<{ id: number }>(
      `SELECT id FROM memory_documents WHERE version IS NOT
        (SELECT max(version) FROM memory_versions WHERE document = memory_documents.id)`,
    );
    return {
      rows: rows.length,
      violations: [
        ...integrity.filter((line) => line !== 'ok').map((line) => `integrity_check: ${line}`),
        ...(chain.kind === 'whole' ? [] : [`the chain is ${chain.kind}: ${chain.why}`]),
        ...rowsWithoutChange(rows, changed),
        ...answersWithoutRow(answered, rows),
        ...behind.map(({ id }) => `document ${id} is not at its newest version`),
      ],
    };
  } finally {
    reader.close();
  }
}

/** What `inkwatch verify` finds wrong with a home. */
export async function verifyHome(cli: string, home: string): Promise<readonly string[]> {
  return promisify(execFile)(process.execPath, [cli, 'verify', '--home', home]).then(
    () => [],
    (error: Error) => [`inkwatch verify, ${home}: ${error.message}`],
  );
}

function rowsWithoutChange(
  rows: readonly LedgerRow[],
  changed: readonly Change[],
): readonly string[] {
  const left = new Map(changed.map((change) => [`${change.tool} ${change.write_id}`, change]));
  const found: string[] = [];
  for (const row of rows) {
    const place = `${row.tool_name} ${row.id}`;
    const change = left.get(place);
    switch (outcomeOf(row)) {
      case 'unknown':
        found.push(`row ${row.id} has no outcome`);
        break;
      case 'failed':
        break;
      case 'succeeded':
        if (change === undefined) found.push(`row ${row.id} succeeded and changed nothing`);
        else if (
          change.chunk !== row.resulting_chunk_id ||
          !change.text.includes(row.reason ?? '\0')
        )
          found.push(`row ${row.id} names another change than its own`);
        left.delete(place);
    }
  }
  // What is left was made by no row, or by one that failed.
  return [...found, ...[...left.keys()].map((place) => `a change has no row: ${place}`)];
}

function answersWithoutRow(
  answered: readonly AnsweredWrite[],
  rows: readonly LedgerRow[],
): readonly string[] {
  const byKey = new Map<string | null, LedgerRow[]>();
  for (const row of rows) byKey.set(row.reason, [...(byKey.get(row.reason) ?? []), row]);
  return answered.flatMap(({ key, succeeded, chunk }) => {
    const [row, ...more] = byKey.get(key) ?? [];
    if (row === undefined) return [`answered write ${key} has no row`];
    if (more.length > 0) return [`answered write ${key} has ${more.length + 1} rows`];
    const same = row.success === (succeeded ? 1 : 0) && row.resulting_chunk_id === chunk;
    return same ? [] : [`row ${row.id} says other than the answer to ${key}`];
  });
}
