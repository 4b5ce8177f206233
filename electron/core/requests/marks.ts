import type { MarkOfWrite } from '../../../shared/marks.ts';
import type { ReadHandle, WriteHandle } from '../../db/handles.ts';
import { marksOfWrites } from '../../db/readers/marks.ts';
import { changeMarks, putMarks } from '../../db/writers/marks.ts';
import type { RequestHandlers } from '../requests.ts';
import { toWrite } from './to-write.ts';

export interface MarksDeps {
  readonly read: ReadHandle;
  /** Null where the ledger can only be read. */
  readonly write: WriteHandle | null;
  readonly changed: (marks: readonly MarkOfWrite[]) => void;
}

export function marksHandlers(deps: MarksDeps): RequestHandlers<'marks:change' | 'marks:put'> {
  const tell = (ids: readonly number[]) => deps.changed(marksOfWrites(deps.read, ids));
  return {
    'marks:change': (change) => {
      const before = changeMarks(toWrite(deps.write), change, Date.now());
      tell(before.map(({ id }) => id));
      return before;
    },
    'marks:put': ({ marks }) => {
      putMarks(toWrite(deps.write), marks);
      tell(marks.map(({ id }) => id));
      return null;
    },
  };
}
