import type { ExportProgress } from '../../shared/answers.ts';
import type { WriteFilter } from '../../shared/filter.ts';

export interface ExportJob {
  readonly file: string;
  readonly scope:
    | { readonly kind: 'filter'; readonly filter: WriteFilter }
    | { readonly kind: 'ids'; readonly ids: readonly number[] };
  readonly format: 'csv' | 'jsonl';
  readonly byteOrderMark: boolean;
  readonly timeZone: 'local' | 'utc';
}

export interface RunningExport {
  /** Writes a temporary file beside the target and renames it at the end; no half file is left. */
  readonly done: Promise<{
    readonly state: ExportProgress['state'];
    readonly written: number;
    readonly why: string | null;
  }>;
  cancel(): void;
}
