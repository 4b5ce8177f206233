import type { SavedView } from '../../../shared/views.ts';
import type { ReadHandle, WriteHandle } from '../../db/handles.ts';
import { savedViews } from '../../db/readers/views.ts';
import { putViews } from '../../db/writers/views.ts';
import type { RequestHandlers } from '../requests.ts';
import { toWrite } from './to-write.ts';

export interface ViewsDeps {
  readonly read: ReadHandle;
  /** Null where the ledger can only be read. */
  readonly write: WriteHandle | null;
  readonly changed: (views: readonly SavedView[]) => void;
}

export function viewsHandlers(deps: ViewsDeps): RequestHandlers<'views:list' | 'views:put'> {
  return {
    'views:list': () => savedViews(deps.read),
    'views:put': ({ views }) => {
      if (new Set(views.map((view) => view.id)).size < views.length) {
        throw new Error('Two views have the same id.');
      }
      putViews(toWrite(deps.write), views);
      deps.changed(views);
      return views;
    },
  };
}
