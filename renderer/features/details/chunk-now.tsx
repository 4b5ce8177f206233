import type { ChunkNow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { detailsText } from '../../text/details-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useMemory } from '../memory/memory-store.ts';
import { useShell } from '../shell/shell-store.ts';

const text = detailsText.now;

interface ChunkNowProps {
  readonly chunk: ChunkNow | null;
  readonly onOpenWrite: (id: number) => void;
}

/** The chunk as it stands now, whoever changed it since. */
export function ChunkNowView({ chunk, onOpenWrite }: ChunkNowProps) {
  const zone = useZone();
  const now = useMinute();
  if (chunk === null) return <p className="quiet">{text.none}</p>;
  const cut = chunk.content.length < chunk.content_length;
  return (
    <div className="chunk-now">
      <p className="change-note">
        {detailsText.version(count(chunk.version))} ·{' '}
        {text.updated(whenInWords(chunk.updated_ms, zone, now))}
      </p>
      <div className="change-box">
        {chunk.content === '' ? (
          <span className="quiet">{text.empty}</span>
        ) : (
          <LongText text={chunk.content} limit={4000} />
        )}
      </div>
      {cut ? (
        <p className="change-note">
          {text.cut(count(chunk.content.length), count(chunk.content_length))}
        </p>
      ) : null}
      {chunk.tags.length > 0 ? (
        <>
          <h4 className="label">{text.tags}</h4>
          <ul className="tag-list">
            {chunk.tags.map((tag) => (
              <li key={tag}>
                <TagLink tag={tag} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {chunk.notes.length > 0 ? (
        <>
          <h4 className="label">{text.notes}</h4>
          <ul className="note-list">
            {chunk.notes.map((note) => (
              <li key={note.note_id}>
                <p className="quiet note-who">
                  {note.client_info === null
                    ? ''
                    : `${clientDisplayName(note.client_info, note.client_name)} · `}
                  {whenInWords(note.created_ms, zone, now)}{' '}
                  <NoteWrite id={note.write_id} onOpen={onOpenWrite} />
                </p>
                <LongText text={note.text} limit={1000} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** From a tag to everything in memory that has it. */
function TagLink({ tag }: { readonly tag: string }) {
  const shown = visibleLine(tag);
  return (
    <button
      type="button"
      className="tag-button"
      title={detailsText.tagSearch(shown)}
      onClick={() => {
        useMemory.setState({ query: tag, namespace: null });
        useShell.getState().setPage('memory');
      }}
    >
      <Tag>{shown}</Tag>
    </button>
  );
}

interface NoteWriteProps {
  readonly id: number | null;
  readonly onOpen: (id: number) => void;
}

function NoteWrite({ id, onOpen }: NoteWriteProps) {
  if (id === null) return null;
  return (
    <button type="button" className="link-button" onClick={() => onOpen(id)}>
      {detailsText.noteWrite}
    </button>
  );
}
