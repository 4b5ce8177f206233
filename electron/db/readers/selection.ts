import type { FacetValue, WriteRow } from '../../../shared/answers.ts';
import { clientDisplayName, clientKeyOf } from '../../../shared/client-names.ts';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { shownOutcomeNames, shownOutcomeOf } from '../../../shared/outcome.ts';
import type { SelectionSummary } from '../../../shared/selection.ts';
import type { ReadHandle } from '../handles.ts';
import { marksByWrite } from './marks.ts';
import { withTitles } from './page.ts';
import { writeById, writeColumns } from './write.ts';

const newestFirst = 'ORDER BY mcp_writes.timestamp_ms DESC, mcp_writes.id DESC';

function rowsByIds(db: ReadHandle, ids: readonly number[]): readonly LedgerRow[] {
  return db.all<LedgerRow>(
    `SELECT ${writeColumns} FROM mcp_writes NOT INDEXED
      WHERE id IN (SELECT value FROM json_each(?)) ${newestFirst}`,
    [JSON.stringify(ids)],
  );
}

/** Counts values under their labels, most first. */
class Tally {
  readonly #found = new Map<string, { label: string; count: number }>();

  add(value: string, label: string): void {
    const known = this.#found.get(value);
    if (known === undefined) this.#found.set(value, { label, count: 1 });
    else known.count += 1;
  }

  values(): readonly FacetValue[] {
    return [...this.#found]
      .map(([value, known]) => ({ value, ...known }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}

/** What a selection has in it. */
export function selectionSummary(db: ReadHandle, ids: readonly number[]): SelectionSummary {
  const rows = rowsByIds(db, ids);
  const [clients, tools, outcomes] = [new Tally(), new Tally(), new Tally()];
  for (const row of rows) {
    clients.add(clientKeyOf(row.client_info), clientDisplayName(row.client_info, row.client_name));
    tools.add(row.tool_name, row.tool_name);
    const outcome = shownOutcomeOf(row);
    outcomes.add(outcome, shownOutcomeNames[outcome]);
  }
  const marks = [...marksByWrite(db, ids).values()];
  return {
    writes: rows.length,
    clients: clients.values(),
    tools: tools.values(),
    outcomes: outcomes.values(),
    first_ms: rows.at(-1)?.timestamp_ms ?? null,
    last_ms: rows[0]?.timestamp_ms ?? null,
    flagged: marks.filter((mark) => mark.flagged).length,
    reviewed: marks.filter((mark) => mark.reviewed).length,
  };
}

/** Writes with the same content, of any client, newest first; the write itself is one of them. */
export function repeatsOf(
  db: ReadHandle,
  id: number,
  limit: number,
): { readonly rows: readonly WriteRow[]; readonly total: number } {
  const digest = writeById(db, id)?.args_digest ?? null;
  if (digest === null) return { rows: [], total: 0 };
  // The index holds half of the digest; the whole decides.
  const same = 'INDEXED BY mcp_writes_by_content WHERE substr(args_digest, 1, 24) = ?';
  const params = [digest.slice(0, 24), digest];
  const rows = db.all<LedgerRow>(
    `SELECT ${writeColumns} FROM mcp_writes ${same} AND args_digest = ? ${newestFirst} LIMIT ?`,
    [...params, limit],
  );
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM mcp_writes ${same} AND args_digest = ?`,
    params,
  );
  return { rows: withTitles(db, rows), total: total?.n ?? rows.length };
}
