import type { WriteRow } from '../../../shared/answers.ts';
import { summaryWords, type WordPiece } from '../../../shared/summary-words.ts';
import { count } from '../../lib/format.ts';
import { writesText as text } from '../../text/writes-text.ts';
import { MarkSigns } from '../marks/mark-signs.tsx';

const classes: Readonly<Record<Exclude<WordPiece['kind'], 'plain'>, string>> = {
  strong: 'strong',
  quiet: 'quiet',
  code: 'mono',
};

/** The write in words: *stored "Q3 plan" in notes*. */
export function WhatCell({ row }: { readonly row: WriteRow }) {
  const words = <Words pieces={summaryWords(row)} />;
  // Most writes are words alone: these take no box of their own.
  const plain =
    row.effect !== 'read' && row.mark === null && row.repeat_no <= 1 && row.reverted_by_id === null;
  if (plain) return words;
  return (
    <span className="what-cell">
      <span className="cut">{words}</span>
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
  return pieces.map((piece, index) => {
    const words = index === 0 ? piece.text : ` ${piece.text}`;
    if (piece.kind === 'plain') return words;
    return (
      // Pieces of one write never change places.
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is the identity
      <span key={index} className={classes[piece.kind]}>
        {words}
      </span>
    );
  });
}
