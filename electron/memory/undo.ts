import type { WriteHandle } from '../db/handles.ts';
import { documentId, tagsOf } from '../db/readers/document.ts';
import { type TagUndo, tagsAskedByOthers, undoPlan } from '../db/readers/undo.ts';
import { writeById } from '../db/readers/write.ts';
import { indexDocument } from '../db/search-index.ts';
import {
  type Change,
  hideNote,
  insertVersion,
  setTagChangeUndone,
  updateDocument,
} from '../db/writers/memory.ts';
import { MemoryRefusal } from './refusal.ts';

/** Takes the tags of one change away, or gives them back; what others asked for since stays. */
function changedTags(
  db: WriteHandle,
  document: number,
  before: readonly string[],
  undo: TagUndo | null,
): readonly string[] {
  if (undo === null) return before;
  if (!undo.take) return [...new Set([...before, ...undo.added])].sort();
  const kept = tagsAskedByOthers(db, document, undo.change);
  return before.filter((tag) => !undo.added.includes(tag) || kept.has(tag));
}

/** Takes back what the write with this ledger id did. See `MemoryTree.undoWrite`. */
export function undoWrite(
  db: WriteHandle,
  writeId: number,
  context: Change,
): { readonly document_id: string; readonly version: number | null; readonly namespace: string } {
  const row = writeById(db, writeId);
  if (row === undefined)
    throw new MemoryRefusal('invalid', `write_id: there is no write ${writeId}`);
  const plan = undoPlan(db, row);
  if (plan.kind === 'refused') throw new MemoryRefusal('refused', plan.why);
  const { document } = plan;
  const undoTags = plan.kind === 'note' ? null : plan.tags;
  const tags = changedTags(db, document.id, tagsOf(document), undoTags);
  if (undoTags !== null) {
    setTagChangeUndone(db, undoTags.change, undoTags.take ? (context.write_id ?? 0) : null);
  }
  let { version } = document;
  let deleted = document.deleted_ms !== null;
  if (plan.kind === 'version') {
    version += 1;
    deleted = plan.content === null;
    insertVersion(db, document.id, version, plan.content, context);
  }
  if (plan.kind === 'note') hideNote(db, plan.note, plan.hide, context);
  updateDocument(db, document.id, { version, tags, deleted }, context);
  // Tags that went leave no new row behind which the indexer would notice.
  if (plan.kind === 'tags') indexDocument(db, document.id);
  return {
    document_id: documentId(document),
    version: plan.kind === 'version' ? version : null,
    namespace: document.namespace,
  };
}
