import { useMemo, useState } from 'react';
import { visibleText } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { detailsText } from '../../text/details-text.ts';
import { type DiffLine, diffTexts } from './diff-model.ts';
import './change-view.css';

const text = detailsText.diff;
/** Lines drawn before a person asks for the rest. */
const shownLines = 300;

interface TextChangeProps {
  readonly before: string;
  readonly after: string;
}

/** What changed between two texts. */
export function TextChange({ before, after }: TextChangeProps) {
  const diff = useMemo(() => diffTexts(before, after), [before, after]);
  const [whole, setWhole] = useState(false);
  const shown = (lines: readonly DiffLine[]) => (whole ? lines : lines.slice(0, shownLines));
  switch (diff.kind) {
    case 'same':
      return <p className="quiet">{text.same}</p>;
    case 'too-far':
      return <p className="quiet">{text.tooFar}</p>;
    case 'lines':
      return (
        <div className="change-box selectable">
          {shown(diff.lines).map((line, index) => (
            // Lines of one comparison never change places.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
            <Line key={index} line={line} />
          ))}
          {whole || diff.lines.length <= shownLines ? null : (
            <button type="button" className="link-button" onClick={() => setWhole(true)}>
              {text.allLines(count(diff.lines.length))}
            </button>
          )}
        </div>
      );
  }
}

function Line({ line }: { readonly line: DiffLine }) {
  if (line.kind === 'gap') return <p className="change-gap">{text.unchanged(count(line.lines))}</p>;
  return (
    <p className="change-line">
      {line.pieces.map((piece, index) => {
        const shown = visibleText(piece.text);
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
        if (piece.kind === 'same') return <span key={index}>{shown}</span>;
        return piece.kind === 'added' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
          <ins key={index}>{shown}</ins>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
          <del key={index}>{shown}</del>
        );
      })}
    </p>
  );
}
