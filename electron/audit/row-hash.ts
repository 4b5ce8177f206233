import { hash } from 'node:crypto';
import { type LedgerRow, ledgerColumns } from '../../shared/ledger.ts';

/** 1: the row was written with its outcome. 2: the outcome came later, and is chained by itself. */
export type RowForm = 1 | 2;

/** What a later outcome fills in. */
export const outcomeColumns = [
  'resulting_chunk_id',
  'success',
  'error_message',
  'error_kind',
  'finished_ms',
  'elapsed_ms',
] as const satisfies readonly (keyof LedgerRow)[];
export type OutcomeColumns = Pick<LedgerRow, (typeof outcomeColumns)[number]>;

/** What may change after a row was written: how often its call came again, and that it was undone. */
const changing: ReadonlySet<keyof LedgerRow> = new Set(['attempts', 'reverted_by_id', 'row_hash']);
/** Came after rows of form 1 had been chained. */
const newer: ReadonlySet<keyof LedgerRow> = new Set(['effect']);
const later: ReadonlySet<keyof LedgerRow> = new Set(outcomeColumns);

/** The columns that the chain protects, in table order. */
const hashedColumns: Readonly<Record<RowForm, readonly (keyof LedgerRow)[]>> = {
  1: ledgerColumns.filter((column) => !changing.has(column) && !newer.has(column)),
  2: ledgerColumns.filter((column) => !changing.has(column) && !later.has(column)),
};

/** `row_hash`: SHA-256 over the hash of the chained row before (empty for the first) and this row's fixed columns. */
export function rowHash(
  previous: string,
  row: Omit<LedgerRow, 'row_hash'>,
  form: RowForm = 1,
): string {
  const fixed = hashedColumns[form].map((column) => row[column as keyof typeof row]);
  // The form is part of it: a row cannot be taken for one whose outcome is not protected here.
  const head = form === 1 ? previous : `${previous}\nform ${form}`;
  return hash('sha256', `${head}\n${JSON.stringify(fixed)}`, 'hex');
}

/** The hash of an outcome that came later, chained to the one before (empty for the first). */
export function outcomeHash(previous: string, id: number, outcome: OutcomeColumns): string {
  const fixed = [id, ...outcomeColumns.map((column) => outcome[column])];
  return hash('sha256', `${previous}\n${JSON.stringify(fixed)}`, 'hex');
}
