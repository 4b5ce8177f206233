import type { ChunkNow, ChunkVersion } from '../../../shared/answers.ts';
import { cutCharacters } from '../../../shared/text.ts';
import type { ReadHandle } from '../handles.ts';

/** A document of the Memory Tree as its table holds it. */
export interface DocumentRow {
  readonly id: number;
  readonly suffix: string;
  readonly namespace: string;
  readonly title: string;
  readonly version: number;
  /** JSON array, sorted. */
  readonly tags: string;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly deleted_ms: number | null;
}

const columns = 'id, suffix, namespace, title, version, tags, created_ms, updated_ms, deleted_ms';

/** Content that crosses to the window is cut here; `content_length` says how long it is. */
const shownContent = 200_000;
const shownVersions = 50;
const shownNotes = 500;

/** The id that clients use. Its random end tells it from the same number in another ledger file. */
export function documentId(document: Pick<DocumentRow, 'id' | 'suffix'>): string {
  return `d${document.id}-${document.suffix}`;
}

/** The document of a chunk id, deleted or not; undefined: this ledger does not know it. */
export function documentOf(db: ReadHandle, chunkId: string): DocumentRow | undefined {
  const parts = /^d([1-9]\d{0,14})-([0-9a-f]{1,32})$/.exec(chunkId);
  if (parts === null) return undefined;
  return db.get<DocumentRow>(
    `SELECT ${columns} FROM memory_documents WHERE id = ? AND suffix = ?`,
    [Number(parts[1]), parts[2] ?? ''],
  );
}

export function documentByTitle(db: ReadHandle, titleKey: Uint8Array): DocumentRow | undefined {
  return db.get<DocumentRow>(`SELECT ${columns} FROM memory_documents WHERE title_key = ?`, [
    titleKey,
  ]);
}

export function tagsOf(document: Pick<DocumentRow, 'tags'>): readonly string[] {
  return JSON.parse(document.tags) as string[];
}

/** The content of one version; null: the document was taken back by it; undefined: there is no such version. */
export function versionContent(
  db: ReadHandle,
  document: number,
  version: number,
): string | null | undefined {
  const row = db.get<{ content: string | null }>(
    'SELECT content FROM memory_versions WHERE document = ? AND version = ?',
    [document, version],
  );
  return row === undefined ? undefined : row.content;
}

/** The chunk as it stands now, with its notes, oldest first; null where it was deleted. */
export function chunkNow(db: ReadHandle, document: DocumentRow): ChunkNow | null {
  const content = versionContent(db, document.id, document.version);
  if (document.deleted_ms !== null || content === null || content === undefined) return null;
  const notes = db.all<{
    id: number;
    text: string;
    created_ms: number;
    write_id: number | null;
    client_info: string | null;
    client_name: string | null;
  }>(
    `SELECT note.id, note.text, note.created_ms, note.write_id, client_info, client_name
      FROM (SELECT * FROM memory_notes WHERE document = ? AND hidden_ms IS NULL
        ORDER BY id DESC LIMIT ?) AS note
      LEFT JOIN mcp_writes ON mcp_writes.id = note.write_id ORDER BY note.id`,
    [document.id, shownNotes],
  );
  return {
    chunk_id: documentId(document),
    title: document.title,
    namespace: document.namespace,
    version: document.version,
    content: cutCharacters(content, shownContent),
    content_length: content.length,
    tags: tagsOf(document),
    notes: notes.map(({ id, ...note }) => ({ note_id: noteId(id), ...note })),
    created_ms: document.created_ms,
    updated_ms: document.updated_ms,
  };
}

export function noteId(id: number): string {
  return `n${id}`;
}

/**
 * The newest versions, and the one named with the one before it, newest first. Those by which the
 * document was taken back have no content to show and are left out.
 */
export function chunkVersions(
  db: ReadHandle,
  document: DocumentRow,
  with_version: number | null,
): readonly ChunkVersion[] {
  const wanted = with_version ?? document.version;
  return db
    .all<{ version: number; created_ms: number; write_id: number | null; content: string }>(
      `SELECT version, created_ms, write_id, content FROM memory_versions
        WHERE document = ? AND content IS NOT NULL AND (version > ? OR version BETWEEN ? AND ?)
        ORDER BY version DESC`,
      [document.id, document.version - shownVersions, wanted - 1, wanted],
    )
    .map((row) => ({
      version: row.version,
      created_ms: row.created_ms,
      title: document.title,
      content_length: row.content.length,
      write_id: row.write_id,
      content: cutCharacters(row.content, shownContent),
    }));
}

/** The tags that a write asked for, new or not; null: it asked for none. */
export function askedTags(
  db: ReadHandle,
  document: number,
  writeId: number,
): readonly string[] | null {
  const found = db.get<{ asked: string }>(
    'SELECT asked FROM memory_tag_changes WHERE document = ? AND write_id = ?',
    [document, writeId],
  );
  return found === undefined ? null : (JSON.parse(found.asked) as string[]);
}

/** The version that a write made; null: it made none. */
export function versionMadeBy(db: ReadHandle, document: number, writeId: number): number | null {
  return (
    db.get<{ version: number }>(
      'SELECT version FROM memory_versions WHERE document = ? AND write_id = ?',
      [document, writeId],
    )?.version ?? null
  );
}
