import type { MarkOfWrite } from '../../../shared/marks.ts';
import type { SavedView } from '../../../shared/views.ts';
import type { ReadHandle, WriteHandle } from '../../db/handles.ts';
import type { CoreReads } from '../../db/reads.ts';
import type { CoreRequestName, RequestHandlers } from '../requests.ts';
import { marksHandlers } from './marks.ts';
import { readingHandlers } from './reading.ts';
import { viewsHandlers } from './views.ts';

export interface ReviewDeps {
  readonly reads: CoreReads;
  readonly read: ReadHandle;
  /** Null where the ledger can only be read. */
  readonly write: WriteHandle | null;
  readonly viewsChanged: (views: readonly SavedView[]) => void;
  readonly marksChanged: (marks: readonly MarkOfWrite[]) => void;
}

type ReviewName = Extract<
  CoreRequestName,
  `views:${string}` | `marks:${string}` | `memory:${string}` | `report:${string}`
>;

/** What a person reviews with: saved views, marks, the Memory and the Report pages. */
export function reviewHandlers(deps: ReviewDeps): RequestHandlers<ReviewName> {
  const { read, write } = deps;
  return {
    ...viewsHandlers({ read, write, changed: deps.viewsChanged }),
    ...marksHandlers({ read, write, changed: deps.marksChanged }),
    ...readingHandlers(deps.reads),
  };
}
