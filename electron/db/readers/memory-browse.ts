import { excerpt } from '../../../shared/excerpt.ts';
import type {
  MemoryDetail,
  MemoryDocument,
  MemoryHit,
  MemoryKey,
  MemoryNamespace,
  MemoryPage,
  MemorySearch,
  MemoryTagChange,
  MemoryText,
  MemoryVersion,
} from '../../../shared/memory.ts';
import { cutCharacters } from '../../../shared/text.ts';
import type { ReadHandle } from '../handles.ts';
import { chunkNow, type DocumentRow, documentId, documentOf, tagsOf } from './document.ts';
import { namespaces, searchDocuments, wordsQuery } from './memory.ts';
import { withTitles } from './page.ts';
import { rowsWithIds } from './rows-with-ids.ts';

const shownVersions = 200;
const shownWrites = 200;
const shownTagChanges = 200;
const shownContent = 200_000;

const countNotes = `(SELECT count(*) FROM memory_notes AS note
  WHERE note.document = document.id AND note.hidden_ms IS NULL) AS notes`;

type Listed = DocumentRow & { readonly notes: number };

const asDocument = (row: Listed): MemoryDocument => ({
  chunk_id: documentId(row),
  id: row.id,
  title: row.title,
  namespace: row.namespace,
  version: row.version,
  tags: tagsOf(row),
  notes: row.notes,
  updated_ms: row.updated_ms,
});

export function memoryNamespaces(db: ReadHandle): readonly MemoryNamespace[] {
  return namespaces(db, null);
}

/** Documents of a namespace, last changed first, by key: what changes meanwhile comes before the page. */
export function memoryDocuments(
  db: ReadHandle,
  namespace: string,
  before: MemoryKey | null,
  limit: number,
): MemoryPage {
  const from = before === null ? '' : 'AND updated_ms <= ? AND (updated_ms, id) < (?, ?)';
  const key = before === null ? [] : [before.updated_ms, before.updated_ms, before.id];
  const rows = db.all<Listed>(
    `SELECT document.*, ${countNotes} FROM (
        SELECT id, suffix, namespace, title, version, tags, created_ms, updated_ms, deleted_ms
        FROM memory_documents INDEXED BY memory_documents_by_change
        WHERE deleted_ms IS NULL AND namespace = ? ${from}
        ORDER BY updated_ms DESC, id DESC LIMIT ?) AS document
      ORDER BY updated_ms DESC, id DESC`,
    [namespace, ...key, limit + 1],
  );
  return { documents: rows.slice(0, limit).map(asDocument), more: rows.length > limit };
}

/** Documents and notes that the index has not seen yet. */
function waitingForIndex(db: ReadHandle): number {
  const behind = (table: 'memory_versions' | 'memory_notes'): number =>
    db.get<{ n: number }>(
      `SELECT max(0, coalesce((SELECT max(id) FROM ${table}), 0)
        - (SELECT upto FROM search_progress WHERE name = '${table}')) AS n`,
    )?.n ?? 0;
  return behind('memory_versions') + behind('memory_notes');
}

export function memorySearch(
  db: ReadHandle,
  text: string,
  namespace: string | null,
  limit: number,
): MemorySearch {
  const query = wordsQuery(text);
  if (query === null) return { hits: [], more: false, waiting: 0 };
  const found = searchDocuments(db, query, namespace, limit + 1);
  const hits = found.slice(0, limit).map((hit): MemoryHit => {
    const source = hit.note ?? hit.content;
    const notes =
      db.get<{ notes: number }>(
        `SELECT ${countNotes} FROM memory_documents AS document WHERE id = ?`,
        [hit.id],
      )?.notes ?? 0;
    return {
      ...asDocument({ ...hit, notes }),
      excerpt: source === '' ? null : excerpt(source, text),
      in_note: hit.note !== null,
    };
  });
  return { hits, more: found.length > limit, waiting: waitingForIndex(db) };
}

/** A document with what made it; null: this ledger does not know it. */
export function memoryDetail(db: ReadHandle, chunkId: string): MemoryDetail | null {
  const document = documentOf(db, chunkId);
  if (document === undefined) return null;
  const of = [document.id];
  const versions = db.all<MemoryVersion>(
    `SELECT version, created_ms, write_id, length(content) AS content_length FROM memory_versions
      WHERE document = ? ORDER BY version DESC LIMIT ${shownVersions}`,
    of,
  );
  const total =
    db.get<{ n: number }>('SELECT count(*) AS n FROM memory_versions WHERE document = ?', of)?.n ??
    0;
  return {
    chunk_id: documentId(document),
    title: document.title,
    namespace: document.namespace,
    chunk: chunkNow(db, document),
    versions,
    versions_total: total,
    tag_changes: tagChanges(db, document.id),
    writes: withTitles(db, rowsWithIds(db, writesOf(db, document.id)).toReversed()),
  };
}

function tagChanges(db: ReadHandle, document: number): readonly MemoryTagChange[] {
  return db
    .all<{ id: number; added: string; created_ms: number; write_id: number | null; undone: 0 | 1 }>(
      `SELECT id, added, created_ms, write_id, undone_by_write_id IS NOT NULL AS undone
        FROM memory_tag_changes WHERE document = ? ORDER BY id DESC LIMIT ${shownTagChanges}`,
      [document],
    )
    .map(({ added, undone, ...change }) => ({
      ...change,
      added: JSON.parse(added) as string[],
      undone: undone === 1,
    }));
}

/** The newest writes that stored, noted, tagged or took back. */
function writesOf(db: ReadHandle, document: number): readonly number[] {
  const parts = [
    'SELECT write_id FROM memory_versions WHERE document = :document',
    'SELECT write_id FROM memory_notes WHERE document = :document',
    'SELECT hidden_by_write_id FROM memory_notes WHERE document = :document',
    'SELECT write_id FROM memory_tag_changes WHERE document = :document',
    'SELECT undone_by_write_id FROM memory_tag_changes WHERE document = :document',
  ];
  return db
    .all<{ id: number }>(
      `SELECT write_id AS id FROM (${parts.join(' UNION ')}) WHERE id IS NOT NULL
        ORDER BY id DESC LIMIT ${shownWrites}`,
      { document },
    )
    .map(({ id }) => id);
}

export function memoryText(db: ReadHandle, chunkId: string, version: number): MemoryText | null {
  const document = documentOf(db, chunkId);
  if (document === undefined) return null;
  const found = db.get<{ content: string | null }>(
    'SELECT content FROM memory_versions WHERE document = ? AND version = ?',
    [document.id, version],
  );
  if (found === undefined || found.content === null) return null;
  return {
    version,
    content: cutCharacters(found.content, shownContent),
    content_length: found.content.length,
  };
}
