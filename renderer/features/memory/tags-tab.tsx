import type { MemoryDetail } from '../../../shared/memory.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { Tag } from '../../ui/tag.tsx';
import { useMemory } from './memory-store.ts';
import { WriteLink } from './write-link.tsx';

/** The tags as they are, and how they came. A tag finds what else has it. */
export function TagsTab({ detail }: { readonly detail: MemoryDetail }) {
  const zone = useZone();
  const now = useMinute();
  const search = useMemory((state) => state.search);
  const tags = detail.chunk?.tags ?? [];
  return (
    <>
      {tags.length === 0 ? <p className="quiet">{text.noTags}</p> : null}
      <ul className="tag-list">
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              className="tag-button"
              title={text.tagSearch(visibleLine(tag))}
              onClick={() => search(tag)}
            >
              <Tag>{visibleLine(tag)}</Tag>
            </button>
          </li>
        ))}
      </ul>
      {detail.tag_changes.length === 0 ? null : (
        <>
          <h3 className="label document-label">{text.tagHistory}</h3>
          <ol className="versions">
            {detail.tag_changes.map((change) => (
              <li key={change.id} className="version">
                <span className="quiet">{whenInWords(change.created_ms, zone, now)}</span>{' '}
                {change.added.length === 0
                  ? text.addedNone
                  : text.added(change.added.map(visibleLine).join(', '))}{' '}
                {change.undone ? <Tag tone="refused">{text.undone}</Tag> : null}{' '}
                <WriteLink id={change.write_id} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
