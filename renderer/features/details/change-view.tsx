import { useMemo, useState } from 'react';
import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { visibleLine, visibleText } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { detailsText } from '../../text/details-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { changeOf } from './change-model.ts';
import { type DiffLine, diffTexts } from './diff-model.ts';
import './change-view.css';

const text = detailsText.diff;
/** Lines drawn before a person asks for the rest. */
const shownLines = 300;

/** What the write changed: words against the version before, a note, or tags. */
export function ChangeView({ detail }: { readonly detail: WriteDetail }) {
  const change = changeOf(detail);
  switch (change.kind) {
    case 'nothing':
      return <p className="quiet">{text.failed}</p>;
    case 'first':
      return (
        <>
          <p className="change-note">{text.first}</p>
          <div className="change-box change-added">
            <LongText text={change.made.content} limit={4000} />
          </div>
        </>
      );
    case 'version':
      return (
        <>
          <p className="change-note">{text.before(count(change.before.version))}</p>
          <TextChange before={change.before.content} after={change.made.content} />
          {[change.made, change.before].some(isCut) ? (
            <p className="change-note change-foot">{text.cut}</p>
          ) : null}
        </>
      );
    case 'lost-version':
      return <p className="quiet">{text.lostVersion}</p>;
    case 'note':
      return change.text === null ? (
        <p className="quiet">{text.noteGone}</p>
      ) : (
        <>
          <p className="change-note">{text.note}</p>
          <div className="change-box change-added">
            <LongText text={change.text} limit={4000} />
          </div>
        </>
      );
    case 'tags':
      return <TagList tags={change.tags} />;
    case 'undo':
      return <p className="quiet">{text.undo}</p>;
    case 'no-version':
      return <p className="quiet">{text.noVersion}</p>;
  }
}

/** True where the text is longer than what crossed to the window. */
function isCut(version: ChunkVersion): boolean {
  return version.content.length < version.content_length;
}

function TagList({ tags }: { readonly tags: readonly string[] | null }) {
  if (tags === null || tags.length === 0) return <p className="quiet">{text.noTags}</p>;
  return (
    <>
      <p className="change-note">{text.tags}</p>
      <ul className="tag-list">
        {tags.map((tag) => (
          <li key={tag}>
            <Tag>{visibleLine(tag)}</Tag>
          </li>
        ))}
      </ul>
    </>
  );
}

function TextChange({ before, after }: { readonly before: string; readonly after: string }) {
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
