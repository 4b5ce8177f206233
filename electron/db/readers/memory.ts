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

/** More hits than this are not weighed against each other: of a common word the newest are as good as any. */
const weighed = 5_000;
/** So many of them are looked up. */
const ranked = 2_000;

const newestHits = 'FROM memory_search WHERE memory_search MATCH ? ORDER BY rowid DESC';

interface Hit {
  readonly row: number;
  readonly rank: number;
}

/** Rows of the index that match, the newest of them where they are many; lower ranks are better. */
function hitsOf(db: ReadHandle, query: string, namespace: string | null): readonly Hit[] {
  if (namespace !== null) {
    const rows = db.column<number>(`SELECT rowid ${newestHits}`, [query]);
    if (rows.length > weighed) {
      const ours = inNamespace(db, namespace);
      return rows
        .filter((row) => ours.has(row))
        .slice(0, ranked)
        .map((row) => ({ row, rank: 0 }));
    }
  }
  return db.all<Hit>(
    `SELECT row, rank FROM (SELECT rowid AS row, rank ${newestHits} LIMIT ${weighed})
      ORDER BY rank LIMIT ${namespace === null ? ranked : -1}`,
    [query],
  );
}

/** The rows that the index has of a namespace. */
function inNamespace(db: ReadHandle, namespace: string): ReadonlySet<number> {
  const ofNamespace = 'memory_documents WHERE namespace = ? AND deleted_ms IS NULL';
  const documents = db.column<number>(`SELECT id FROM ${ofNamespace}`, [namespace]);
  const notes = db.column<number>(
    `SELECT id FROM memory_notes WHERE document IN (SELECT id FROM ${ofNamespace})`,
    [namespace],
  );
  return new Set([...documents.map(searchRow.document), ...notes.map(searchRow.note)]);
}

/** Documents that match, best first, one hit each. CROSS JOIN keeps the order of the tables: the hits lead. */
export function searchDocuments(
  db: ReadHandle,
  query: string,
  namespace: string | null,
  limit: number,
): readonly DocumentHit[] {
  return db.snapshot(() => {
    const hits = hitsOf(db, query, namespace);
    return db.all<DocumentHit>(
      `WITH hit AS MATERIALIZED (SELECT value ->> 'row' AS row, value ->> 'rank' AS rank
          FROM json_each(:hits)),
        found AS (
          SELECT row / 2 AS document, NULL AS note, rank FROM hit WHERE row % 2 = 0
          UNION ALL
          SELECT note.document, note.id, rank FROM hit CROSS JOIN memory_notes AS note
            ON note.id = row / 2 WHERE row % 2 = 1 AND note.hidden_ms IS NULL
        ),
        best AS (
          SELECT document.*, found.note AS note_id, min(found.rank) AS best
          FROM found CROSS JOIN memory_documents AS document ON document.id = found.document
          WHERE document.deleted_ms IS NULL AND (:namespace IS NULL OR namespace = :namespace)
          GROUP BY document.id ORDER BY best, document.id DESC LIMIT :limit
        )
        SELECT best.id, suffix, namespace, title, best.version, tags, best.created_ms,
          updated_ms, deleted_ms, content, best,
          (SELECT text FROM memory_notes WHERE memory_notes.id = note_id) AS note
        FROM best CROSS JOIN memory_versions AS version
          ON version.document = best.id AND version.version = best.version
        ORDER BY best, best.id DESC`,
      { hits: JSON.stringify(hits), namespace, limit },
    );
  });
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
