import type { ChunkNow } from '../../../shared/answers.ts';
import { clientDisplayName } from '../../../shared/client-names.ts';
import { useZone } from '../../data/queries.ts';
import { whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { memoryText as text } from '../../text/memory-text.ts';
import { LongText } from '../../ui/long-text.tsx';
import { WriteLink } from './write-link.tsx';

export function NotesTab({ chunk }: { readonly chunk: ChunkNow | null }) {
  const zone = useZone();
  const now = useMinute();
  if (chunk === null || chunk.notes.length === 0) return <p className="quiet">{text.noNotes}</p>;
  return (
    <ul className="note-list">
      {chunk.notes.map((note) => (
        <li key={note.note_id} className="document-note">
          <p className="quiet note-who">
            {note.client_info === null
              ? ''
              : `${clientDisplayName(note.client_info, note.client_name)} · `}
            {whenInWords(note.created_ms, zone, now)} <WriteLink id={note.write_id} />
          </p>
          <LongText text={note.text} limit={2000} />
        </li>
      ))}
    </ul>
  );
}
