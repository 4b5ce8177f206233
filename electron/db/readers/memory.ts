import type { ReadHandle } from '../handles.ts';
import type { DocumentRow } from './document.ts';

/** Full-text rows are documents (even numbers) and notes (odd ones), so that a note costs its own length. */
export const searchRow = {
  document: (id: number): number => id * 2,
  note: (id: number): number => id * 2 + 1,
} as const;

/**
 * A query text as FTS5 takes it without ever calling it an error: each word quoted, its beginning is
 * enough. Null: no word in it.
 */
export function wordsQuery(text: string): string | null {
  const words = text
    .toWellFormed()
    .replaceAll('\u0000', ' ')
    .split(/\s+/u)
    // Without a letter or digit there is nothing that the index could hold.
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word));
  if (words.length === 0) return null;
  return words
    .slice(0, 64)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(' ');
}

export interface DocumentHit extends DocumentRow {
  readonly content: string;
  /** The text of the note that matched; null: the document itself did. */
  readonly note: string | null;
}

/** How many hits are looked at where nothing narrows them down further. */
const rankedHits = 2000;

/** Documents that match, best first, one hit each. */
export function searchDocuments(
  db: ReadHandle,
  query: string,
  namespace: string | null,
  limit: number,
): readonly DocumentHit[] {
  const hits = db.all<DocumentHit>(
    `WITH hit AS (SELECT rowid AS row, rank FROM memory_search WHERE memory_search MATCH :query
        ORDER BY rank LIMIT :ranked),
      found AS (
        SELECT row / 2 AS document, NULL AS note, rank FROM hit WHERE row % 2 = 0
        UNION ALL
        SELECT note.document, note.text, rank FROM hit JOIN memory_notes AS note
          ON note.id = row / 2 WHERE row % 2 = 1 AND note.hidden_ms IS NULL
      )
      SELECT document.id, suffix, namespace, title, document.version, tags, document.created_ms,
        updated_ms, deleted_ms, content, found.note, min(found.rank) AS best
      FROM found JOIN memory_documents AS document ON document.id = found.document
        JOIN memory_versions AS version
          ON version.document = document.id AND version.version = document.version
      WHERE document.deleted_ms IS NULL AND (:namespace IS NULL OR namespace = :namespace)
      GROUP BY document.id ORDER BY best, document.id DESC LIMIT :limit`,
    { query, namespace, limit, ranked: namespace === null ? rankedHits : -1 },
  );
  return hits;
}

export interface ListedDocument extends DocumentRow {
  readonly notes: number;
}

/** Namespaces with their number of documents, by name. */
export function namespaces(
  db: ReadHandle,
  namespace: string | null,
): readonly { readonly namespace: string; readonly documents: number }[] {
  return db.all(
    `SELECT namespace, count(*) AS documents FROM memory_documents
      WHERE deleted_ms IS NULL AND (:namespace IS NULL OR namespace = :namespace)
      GROUP BY namespace ORDER BY namespace`,
    { namespace },
  );
}

/** Documents of one namespace, last changed first. */
export function listDocuments(
  db: ReadHandle,
  namespace: string,
  limit: number,
): readonly ListedDocument[] {
  return db.all(
    `SELECT document.*, (SELECT count(*) FROM memory_notes AS note
        WHERE note.document = document.id AND note.hidden_ms IS NULL) AS notes
      FROM (SELECT id, suffix, namespace, title, version, tags, created_ms, updated_ms, deleted_ms
        FROM memory_documents WHERE deleted_ms IS NULL AND namespace = ?
        ORDER BY updated_ms DESC, id DESC LIMIT ?) AS document`,
    [namespace, limit],
  );
}
