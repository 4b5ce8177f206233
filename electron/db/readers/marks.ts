import type { MarkOfWrite, WriteMark } from '../../../shared/marks.ts';
import type { ReadHandle } from '../handles.ts';

interface MarkRow {
  readonly id: number;
  readonly flagged: 0 | 1 | null;
  readonly reviewed: 0 | 1 | null;
  readonly changed_ms: number | null;
  readonly comment: string | null;
}

const markOf = (row: MarkRow): WriteMark | null =>
  row.changed_ms === null
    ? null
    : {
        flagged: row.flagged === 1,
        reviewed: row.reviewed === 1,
        comment: row.comment,
        changed_ms: row.changed_ms,
      };

/** The marks of the writes that exist among these, in the order of recording. */
export function marksOfWrites(db: ReadHandle, ids: readonly number[]): readonly MarkOfWrite[] {
  return db
    .all<MarkRow>(
      `SELECT mcp_writes.id, flagged, reviewed, changed_ms, comment
        FROM mcp_writes LEFT JOIN write_marks ON write_marks.write_id = mcp_writes.id
        WHERE mcp_writes.id IN (SELECT value FROM json_each(?)) ORDER BY mcp_writes.id`,
      [JSON.stringify(ids)],
    )
    .map((row) => ({ id: row.id, mark: markOf(row) }));
}

/** Only the marks that there are, by write. */
export function marksByWrite(
  db: ReadHandle,
  ids: readonly number[],
): ReadonlyMap<number, WriteMark> {
  const rows = db.all<MarkRow>(
    `SELECT write_id AS id, flagged, reviewed, changed_ms, comment FROM write_marks
      WHERE write_id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids)],
  );
  return new Map(
    rows.flatMap((row) => {
      const mark = markOf(row);
      return mark === null ? [] : [[row.id, mark] as const];
    }),
  );
}
