import type { WriteRow } from '../../../shared/answers.ts';
import type { RunRow } from '../../../shared/runs.ts';

/** What is known of an open run's writes. */
export type OpenRun =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly why: string }
  | { readonly state: 'ready'; readonly rows: readonly WriteRow[]; readonly more: boolean };

/** One line of the tree. */
export type RunItem =
  | { readonly kind: 'run'; readonly key: string; readonly run: RunRow; readonly open: boolean }
  | { readonly kind: 'write'; readonly key: string; readonly run: RunRow; readonly row: WriteRow }
  /** Writes of it that are not loaded. */
  | { readonly kind: 'more'; readonly key: string; readonly run: RunRow; readonly left: number }
  | {
      readonly kind: 'note';
      readonly key: string;
      readonly run: RunRow;
      /** Null: they are being read. */
      readonly why: string | null;
    };

const runKey = (run: string): string => `run:${run}`;

/** Runs with the writes of the open ones beneath them, as the tree shows them. */
export function runItems(
  runs: readonly RunRow[],
  open: ReadonlyMap<string, OpenRun>,
): readonly RunItem[] {
  return runs.flatMap((run): readonly RunItem[] => {
    const writes = open.get(run.session_id);
    const self = {
      kind: 'run',
      key: runKey(run.session_id),
      run,
      open: writes !== undefined,
    } as const;
    return writes === undefined ? [self] : [self, ...writesOf(run, writes)];
  });
}

function writesOf(run: RunRow, writes: OpenRun): readonly RunItem[] {
  const id = run.session_id;
  switch (writes.state) {
    case 'loading':
      return [{ kind: 'note', key: `note:${id}`, run, why: null }];
    case 'failed':
      return [{ kind: 'note', key: `note:${id}`, run, why: writes.why }];
    case 'ready': {
      const rows = writes.rows.map((row) => ({
        kind: 'write' as const,
        key: `write:${row.id}`,
        run,
        row,
      }));
      const left = Math.max(1, run.writes - rows.length);
      return writes.more ? [...rows, { kind: 'more', key: `more:${id}`, run, left }] : rows;
    }
  }
}
