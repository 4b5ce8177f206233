import type { MarkChange, MarkName } from '../../../shared/marks.ts';
import { inkwatch } from '../../data/api.ts';
import { count } from '../../lib/format.ts';
import { marksText as text } from '../../text/marks-text.ts';
import { useToasts } from '../../ui/toast-store.ts';

const failed = (error: unknown): void =>
  useToasts.getState().say({
    tone: 'failed',
    text: text.failed(error instanceof Error ? error.message : String(error)),
  });

/** Marks writes, says so, and offers to put the marks back as they were. What changes is pushed to the window. */
function change(what: MarkChange, said: (writes: number) => string): void {
  if (what.ids.length === 0) return;
  inkwatch.marks
    .change(what)
    .then((before) => {
      useToasts.getState().say({
        tone: 'ok',
        text: said(before.length),
        action: {
          name: text.undo,
          run: () => void inkwatch.marks.put(before).catch(failed),
        },
      });
    })
    .catch(failed);
}

const words = {
  flagged: [text.said.unflagged, text.said.flagged],
  reviewed: [text.said.unreviewed, text.said.reviewed],
} as const;

export function markWrites(ids: readonly number[], mark: MarkName, on: boolean): void {
  const said = words[mark][on ? 1 : 0];
  change({ ids: [...ids], [mark]: on }, (writes) => said(writes, count(writes)));
}

/** An empty comment takes it away. */
export function commentWrites(ids: readonly number[], comment: string): void {
  change(
    { ids: [...ids], comment: comment.trim() === '' ? null : comment.trim() },
    () => text.said.comment,
  );
}
