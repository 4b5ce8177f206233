import { CircleCheckBig, Flag, MessageSquareText } from 'lucide-react';
import type { WriteMark } from '../../../shared/marks.ts';
import { visibleLine } from '../../../shared/text.ts';
import { marksText as text } from '../../text/marks-text.ts';
import './marks.css';

/** A write's marks in its row: by sign and by word. */
export function MarkSigns({ mark }: { readonly mark: WriteMark | null }) {
  if (mark === null) return null;
  return (
    <span className="mark-signs">
      {mark.flagged ? (
        <span className="mark-sign mark-flagged" title={text.flagged}>
          <Flag aria-hidden />
          <span className="visually-hidden">{text.flagged}</span>
        </span>
      ) : null}
      {mark.reviewed ? (
        <span className="mark-sign mark-reviewed" title={text.reviewed}>
          <CircleCheckBig aria-hidden />
          <span className="visually-hidden">{text.reviewed}</span>
        </span>
      ) : null}
      {mark.comment === null ? null : (
        <span className="mark-sign" title={visibleLine(mark.comment)}>
          <MessageSquareText aria-hidden />
          <span className="visually-hidden">{text.comment}</span>
        </span>
      )}
    </span>
  );
}
