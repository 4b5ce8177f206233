import { EMBEDDED_SERVER, type LedgerRow } from '../../../shared/ledger.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import type { ReadHandle } from '../handles.ts';
import { type DocumentRow, documentOf, versionContent } from './document.ts';

/** What would take a write back. `document` is as it stands now. */
export type UndoPlan =
  | {
      readonly kind: 'version';
      readonly document: DocumentRow;
      /** The content from before the write; null: there was no document. */
      readonly content: string | null;
      /** The tags that came, or went, with it. */
      readonly tags: TagUndo | null;
    }
  | {
      readonly kind: 'note';
      readonly document: DocumentRow;
      readonly note: number;
      /** False: an undo hid it, and undoing that shows it again. */
      readonly hide: boolean;
    }
  | { readonly kind: 'tags'; readonly document: DocumentRow; readonly tags: TagUndo };

export interface TagUndo {
  /** Of `memory_tag_changes`. */
  readonly change: number;
  /** The tags that this change really added. */
  readonly added: readonly string[];
  /** False: an undo took them, and undoing that adds them again. */
  readonly take: boolean;
}

/** Why a write cannot be taken back, in words for a person. */
export interface UndoRefusal {
  readonly kind: 'refused';
  readonly why: string;
}

type UndoRow = Pick<
  LedgerRow,
  | 'id'
  | 'tool_name'
  | 'server_name'
  | 'resulting_chunk_id'
  | 'success'
  | 'finished_ms'
  | 'error_kind'
  | 'reverted_by_id'
>;

const refused = (why: string): UndoRefusal => ({ kind: 'refused', why });

interface TagChangeRow {
  readonly id: number;
  readonly added: string;
  readonly write_id: number | null;
  readonly undone_by_write_id: number | null;
}

const tagUndoOf = (row: TagChangeRow, writeId: number): TagUndo => ({
  change: row.id,
  added: JSON.parse(row.added) as string[],
  take: row.write_id === writeId,
});

/** Looks at what came after the write: an undo never takes later work with it. */
export function undoPlan(db: ReadHandle, row: UndoRow): UndoPlan | UndoRefusal {
  if (row.server_name !== EMBEDDED_SERVER) {
    return refused('Only writes to Inkwatch’s own memory can be undone.');
  }
  if (outcomeOf(row) !== 'succeeded' || row.resulting_chunk_id === null) {
    return refused('This write changed nothing, so there is nothing to undo.');
  }
  if (isUndone(db, row)) {
    return refused(`This write was already undone by write ${row.reverted_by_id}.`);
  }
  const document = documentOf(db, row.resulting_chunk_id);
  if (document === undefined) {
    return refused('Its document is not in this memory, so there is nothing to undo.');
  }
  return (
    versionPlan(db, document, row.id) ??
    notePlan(db, document, row.id) ??
    tagPlan(db, document, row.id) ??
    refused('This memory does not know what the write changed, so it cannot be undone.')
  );
}

/** Undone, and that undo was not undone in its turn. */
function isUndone(db: ReadHandle, row: Pick<LedgerRow, 'reverted_by_id'>): boolean {
  let undone = false;
  let next = row.reverted_by_id;
  while (next !== null) {
    undone = !undone;
    next =
      db.get<Pick<LedgerRow, 'reverted_by_id'>>(
        'SELECT reverted_by_id FROM mcp_writes WHERE id = ?',
        [next],
      )?.reverted_by_id ?? null;
  }
  return undone;
}

/**
 * The version whose state a version has: itself, or for one that an undo made, what stood before the
 * version that it took back. 0: no document.
 */
function stateOf(db: ReadHandle, document: number, version: number): number {
  let state = version;
  while (state > 0) {
    const taken = db.get<{ version: number }>(
      `SELECT taken.version FROM memory_versions AS made
        JOIN mcp_writes AS undo ON undo.id = made.write_id
        JOIN memory_versions AS taken
          ON taken.document = made.document AND taken.write_id = undo.reverts_id
        WHERE made.document = ? AND made.version = ?`,
      [document, state],
    );
    if (taken === undefined) break;
    state = taken.version - 1;
  }
  return state;
}

function versionPlan(
  db: ReadHandle,
  document: DocumentRow,
  writeId: number,
): UndoPlan | UndoRefusal | null {
  const made = db.get<{ version: number }>(
    'SELECT version FROM memory_versions WHERE document = ? AND write_id = ?',
    [document.id, writeId],
  );
  if (made === undefined) return null;
  if (stateOf(db, document.id, document.version) !== stateOf(db, document.id, made.version)) {
    const newer = db.get<{ write_id: number | null }>(
      'SELECT write_id FROM memory_versions WHERE document = ? AND version = ?',
      [document.id, document.version],
    );
    const by = newer?.write_id == null ? '' : ` by write ${newer.write_id}`;
    return refused(`Version ${document.version} was stored after it${by}. Undo that one first.`);
  }
  const content =
    made.version === 1 ? null : (versionContent(db, document.id, made.version - 1) ?? null);
  const tagChange = tagChangeOf(db, document.id, writeId);
  if (content === null && document.deleted_ms === null) {
    const built = builtOn(db, document, writeId);
    if (built !== null) return refused(built);
  }
  return {
    kind: 'version',
    document,
    content,
    tags: tagChange === undefined ? null : tagUndoOf(tagChange, writeId),
  };
}

/** What others added to a document that an undo would take away whole. */
function builtOn(db: ReadHandle, document: DocumentRow, writeId: number): string | null {
  const note = db.get<{ id: number }>(
    'SELECT id FROM memory_notes WHERE document = ? AND hidden_ms IS NULL LIMIT 1',
    [document.id],
  );
  if (note !== undefined) {
    return 'Notes were added to this document since. Undo them first, or they would go with it.';
  }
  const tagged = tagChangesOf(db, document.id).some(
    (change) =>
      change.undone_by_write_id === null && change.write_id !== writeId && change.added !== '[]',
  );
  return tagged
    ? 'This document was tagged since. Undo that first, or the tags would go with it.'
    : null;
}

function notePlan(
  db: ReadHandle,
  document: DocumentRow,
  writeId: number,
): UndoPlan | UndoRefusal | null {
  const note = db.get<{
    id: number;
    write_id: number | null;
    hidden_ms: number | null;
    hidden_by_write_id: number | null;
  }>(
    `SELECT id, write_id, hidden_ms, hidden_by_write_id FROM memory_notes
      WHERE document = ? AND (write_id = ? OR hidden_by_write_id = ?)`,
    [document.id, writeId, writeId],
  );
  if (note === undefined) return null;
  const hide = note.write_id === writeId;
  if (hide && note.hidden_ms !== null) return refused('This note was already taken back.');
  if (!hide && document.deleted_ms !== null) return refused('Its document was taken back since.');
  return { kind: 'note', document, note: note.id, hide };
}

function tagPlan(
  db: ReadHandle,
  document: DocumentRow,
  writeId: number,
): UndoPlan | UndoRefusal | null {
  const change = tagChangeOf(db, document.id, writeId);
  if (change === undefined) return null;
  const tags = tagUndoOf(change, writeId);
  if (tags.added.length === 0) {
    return refused('It added no tag that was not there before, so there is nothing to undo.');
  }
  if (tags.take && change.undone_by_write_id !== null) {
    return refused('These tags were already taken back.');
  }
  if (!tags.take && document.deleted_ms !== null) {
    return refused('Its document was taken back since.');
  }
  return { kind: 'tags', document, tags };
}

function tagChangesOf(db: ReadHandle, document: number): readonly TagChangeRow[] {
  return db.all<TagChangeRow>(
    `SELECT id, added, write_id, undone_by_write_id FROM memory_tag_changes
      WHERE document = ? ORDER BY id`,
    [document],
  );
}

/** The change that a write made, or took back. */
function tagChangeOf(db: ReadHandle, document: number, writeId: number): TagChangeRow | undefined {
  return tagChangesOf(db, document).find(
    (row) => row.write_id === writeId || row.undone_by_write_id === writeId,
  );
}

/** Tags of the document that changes other than this one asked for and that still hold. */
export function tagsAskedByOthers(
  db: ReadHandle,
  document: number,
  tagChange: number,
): ReadonlySet<string> {
  const rows = db.all<{ asked: string }>(
    `SELECT asked FROM memory_tag_changes
      WHERE document = ? AND id <> ? AND undone_by_write_id IS NULL`,
    [document, tagChange],
  );
  return new Set(rows.flatMap((row) => JSON.parse(row.asked) as string[]));
}
