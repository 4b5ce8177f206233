import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { shownOutcomeOf } from '../../../shared/outcome.ts';
import { UNDO_TOOL } from '../../../shared/tools.ts';

/** What a write changed, as far as the memory tree still knows. */
export type Change =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'first'; readonly made: ChunkVersion }
  | { readonly kind: 'version'; readonly made: ChunkVersion; readonly before: ChunkVersion }
  | { readonly kind: 'lost-version' }
  | { readonly kind: 'note'; readonly text: string | null }
  | { readonly kind: 'tags'; readonly tags: readonly string[] | null }
  | { readonly kind: 'undo' }
  | { readonly kind: 'no-version' };

export function changeOf(detail: WriteDetail): Change {
  const { row, versions, made_version: made, chunk } = detail;
  const outcome = shownOutcomeOf(row);
  if (outcome === 'failed' || outcome === 'refused') return { kind: 'nothing' };
  if (made !== null) {
    const version = versions.find((candidate) => candidate.version === made);
    if (version === undefined) return { kind: 'lost-version' };
    // Newest first: the one before is the nearest older one that is kept.
    const before = versions.find((candidate) => candidate.version < made);
    return before === undefined
      ? { kind: 'first', made: version }
      : { kind: 'version', made: version, before };
  }
  if (row.tool_name === 'memory.note') {
    const note = chunk?.notes.find((candidate) => candidate.write_id === row.id);
    return { kind: 'note', text: note?.text ?? null };
  }
  if (row.tool_name === 'tree.tag') return { kind: 'tags', tags: chunk?.tags ?? null };
  return row.tool_name === UNDO_TOOL ? { kind: 'undo' } : { kind: 'no-version' };
}
