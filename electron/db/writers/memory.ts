import type { WriteHandle } from '../handles.ts';

/** When, and for which ledger row (null: none). */
export interface Change {
  readonly write_id: number | null;
  readonly now_ms: number;
}

/** Makes a document at version 1, which the caller then adds. */
export function insertDocument(
  db: WriteHandle,
  document: {
    readonly suffix: string;
    readonly title_key: Uint8Array;
    readonly namespace: string;
    readonly title: string;
    readonly tags: readonly string[];
  },
  change: Change,
): number {
  return db.run(
    `INSERT INTO memory_documents
      (suffix, title_key, namespace, title, version, tags, created_ms, updated_ms)
      VALUES (?, ?, ?, ?, 1, ?, ?, ?)`,
    [
      document.suffix,
      document.title_key,
      document.namespace,
      document.title,
      JSON.stringify(document.tags),
      change.now_ms,
      change.now_ms,
    ],
  ).lastId;
}

/** Adds a version; `content` null takes the document back. */
export function insertVersion(
  db: WriteHandle,
  document: number,
  version: number,
  content: string | null,
  change: Change,
): void {
  db.run(
    `INSERT INTO memory_versions (document, version, content, created_ms, write_id)
      VALUES (?, ?, ?, ?, ?)`,
    [document, version, content, change.now_ms, change.write_id],
  );
}

/** Moves a document to the version that it has from now on. */
export function updateDocument(
  db: WriteHandle,
  id: number,
  now: {
    readonly version: number;
    readonly tags: readonly string[];
    readonly deleted: boolean;
  },
  change: Change,
): void {
  db.run(
    `UPDATE memory_documents SET version = ?, tags = ?, updated_ms = ?, deleted_ms = ?
      WHERE id = ?`,
    [now.version, JSON.stringify(now.tags), change.now_ms, now.deleted ? change.now_ms : null, id],
  );
}

export function insertNote(
  db: WriteHandle,
  document: number,
  text: string,
  change: Change,
): number {
  return db.run(
    'INSERT INTO memory_notes (document, text, created_ms, write_id) VALUES (?, ?, ?, ?)',
    [document, text, change.now_ms, change.write_id],
  ).lastId;
}

/** Takes a note back, or shows it again. */
export function hideNote(db: WriteHandle, note: number, hide: boolean, change: Change): void {
  db.run('UPDATE memory_notes SET hidden_ms = ?, hidden_by_write_id = ? WHERE id = ?', [
    hide ? change.now_ms : null,
    hide ? change.write_id : null,
    note,
  ]);
}

export function insertTagChange(
  db: WriteHandle,
  document: number,
  tags: { readonly asked: readonly string[]; readonly added: readonly string[] },
  change: Change,
): void {
  db.run(
    `INSERT INTO memory_tag_changes (document, asked, added, created_ms, write_id)
      VALUES (?, ?, ?, ?, ?)`,
    [
      document,
      JSON.stringify(tags.asked),
      JSON.stringify(tags.added),
      change.now_ms,
      change.write_id,
    ],
  );
}

export function setTagChangeUndone(db: WriteHandle, id: number, byWriteId: number | null): void {
  db.run('UPDATE memory_tag_changes SET undone_by_write_id = ? WHERE id = ?', [byWriteId, id]);
}
