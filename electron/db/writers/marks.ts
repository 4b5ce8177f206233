import type { MarkChange, MarkOfWrite } from '../../../shared/marks.ts';
import type { WriteHandle } from '../handles.ts';
import { marksOfWrites } from '../readers/marks.ts';

/** A write without anything said of it has no row here. */
function put(db: WriteHandle, { id, mark }: MarkOfWrite): void {
  if (mark === null || !(mark.flagged || mark.reviewed || mark.comment !== null)) {
    db.run('DELETE FROM write_marks WHERE write_id = ?', [id]);
    return;
  }
  // The time comes from the ledger: a write that is not there gets no mark.
  db.run(
    `INSERT INTO write_marks (write_id, timestamp_ms, flagged, reviewed, changed_ms, comment)
      SELECT id, timestamp_ms, ?, ?, ?, ? FROM mcp_writes WHERE id = ?
      ON CONFLICT (write_id) DO UPDATE SET flagged = excluded.flagged, reviewed = excluded.reviewed,
        changed_ms = excluded.changed_ms, comment = excluded.comment`,
    [Number(mark.flagged), Number(mark.reviewed), mark.changed_ms, mark.comment, id],
  );
}

export function putMarks(db: WriteHandle, marks: readonly MarkOfWrite[]): void {
  db.transaction(() => {
    for (const one of marks) put(db, one);
  });
}

const noMark = { flagged: false, reviewed: false, comment: null } as const;

/** Changes the marks of several writes at once. @returns what they were before, of the writes that exist */
export function changeMarks(
  db: WriteHandle,
  { ids, flagged, reviewed, comment }: MarkChange,
  now: number,
): readonly MarkOfWrite[] {
  return db.transaction(() => {
    const before = marksOfWrites(db, ids);
    for (const { id, mark } of before) {
      const old = mark ?? noMark;
      put(db, {
        id,
        mark: {
          flagged: flagged ?? old.flagged,
          reviewed: reviewed ?? old.reviewed,
          comment: comment === undefined ? old.comment : comment === '' ? null : comment,
          changed_ms: now,
        },
      });
    }
    return before;
  });
}
