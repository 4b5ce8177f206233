import { CircleCheckBig, Flag } from 'lucide-react';
import { useState } from 'react';
import type { WriteRow } from '../../../shared/answers.ts';
import { visibleText } from '../../../shared/text.ts';
import { marksText as text } from '../../text/marks-text.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../details/field-list.tsx';
import { useCommentBox } from './comment-store.ts';
import { commentWrites, markWrites } from './mark-writes.ts';
import './marks.css';

/** What a person says of the write: beside the ledger, whose row stays as it is. */
export function MarksSection({ row }: { readonly row: WriteRow }) {
  const { mark } = row;
  const flagged = mark?.flagged === true;
  const reviewed = mark?.reviewed === true;
  return (
    <Section title={text.section}>
      <div className="marks-buttons">
        <Button
          small
          className={flagged ? 'mark-button mark-on mark-flagged' : 'mark-button'}
          aria-pressed={flagged}
          aria-keyshortcuts="f"
          icon={<Flag aria-hidden />}
          onClick={() => markWrites([row.id], 'flagged', !flagged)}
        >
          {flagged ? text.flagged : text.flag}
        </Button>
        <Button
          small
          className={reviewed ? 'mark-button mark-on mark-reviewed' : 'mark-button'}
          aria-pressed={reviewed}
          aria-keyshortcuts="r"
          icon={<CircleCheckBig aria-hidden />}
          onClick={() => markWrites([row.id], 'reviewed', !reviewed)}
        >
          {reviewed ? text.reviewed : text.markReviewed}
        </Button>
      </div>
      <Comment key={row.id} row={row} />
    </Section>
  );
}

function Comment({ row }: { readonly row: WriteRow }) {
  const comment = row.mark?.comment ?? null;
  const editing = useCommentBox((state) => state.id === row.id);
  const edit = useCommentBox((state) => state.edit);
  if (!editing) {
    return (
      <div className="marks-comment">
        {comment === null ? null : <p className="marks-said selectable">{visibleText(comment)}</p>}
        <button
          type="button"
          className="link-button"
          aria-keyshortcuts="c"
          onClick={() => edit(row.id)}
        >
          {comment === null ? text.addComment : text.editComment}
        </button>
      </div>
    );
  }
  return <CommentForm comment={comment ?? ''} id={row.id} onDone={() => edit(null)} />;
}

interface CommentFormProps {
  readonly id: number;
  readonly comment: string;
  readonly onDone: () => void;
}

function CommentForm({ id, comment, onDone }: CommentFormProps) {
  const [value, setValue] = useState(comment);
  const save = () => {
    if (value.trim() !== comment) commentWrites([id], value);
    onDone();
  };
  return (
    <form
      className="marks-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        className="text-input marks-text"
        aria-label={text.comment}
        aria-describedby="comment-hint"
        ref={(element) => element?.focus()}
        rows={3}
        maxLength={2000}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            onDone();
          } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
      <p className="quiet marks-hint" id="comment-hint">
        {text.commentHint}
      </p>
      <div className="marks-buttons">
        <Button small kind="tint" onClick={save}>
          {text.saveComment}
        </Button>
        <Button small kind="quiet" onClick={onDone}>
          {text.cancelComment}
        </Button>
      </div>
    </form>
  );
}
