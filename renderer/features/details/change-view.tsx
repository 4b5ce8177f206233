import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { detailsText } from '../../text/details-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { changeOf } from './change-model.ts';
import { TextChange } from './text-change.tsx';
import './change-view.css';

const text = detailsText.diff;

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
