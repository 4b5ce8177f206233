import type { WriteRow } from '../../../shared/answers.ts';
import { summaryText, summaryWords, type WordPiece } from '../../../shared/summary-words.ts';
import { count } from '../../lib/format.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { MarkSigns } from '../marks/mark-signs.tsx';

const classes: Readonly<Record<WordPiece['kind'], string>> = {
  plain: '',
  strong: 'strong',
  quiet: 'quiet',
  code: 'mono',
};

/** The write in words: *stored "Q3 plan" in notes*. */
export function WhatCell({ row }: { readonly row: WriteRow }) {
  return (
    <span className="what-cell">
      <span className="cut" title={summaryText(row)}>
        <Words pieces={summaryWords(row)} />
      </span>
      {row.effect === 'read' ? (
        <span className="repeat" title={text.readHint}>
          {text.read}
        </span>
      ) : null}
      <MarkSigns mark={row.mark} />
      {row.repeat_no > 1 ? (
        <span className="repeat" title={text.repeatHint(text.ordinal(row.repeat_no))}>
          {text.repeat(count(row.repeat_no))}
        </span>
      ) : null}
      {row.reverted_by_id === null ? null : <span className="repeat">{text.undone}</span>}
    </span>
  );
}

function Words({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map((piece, index) => (
    // Pieces of one write never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
    <span key={index} className={classes[piece.kind]}>
      {index === 0 ? '' : ' '}
      {piece.text}
    </span>
  ));
}
