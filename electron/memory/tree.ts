import { createHash, randomBytes } from 'node:crypto';
import type { ChunkNow } from '../../shared/answers.ts';
import { excerpt } from '../../shared/excerpt.ts';
import type { WriteHandle } from '../db/handles.ts';
import { chunkState } from '../db/live-sets.ts';
import {
  chunkNow,
  type DocumentRow,
  documentByTitle,
  documentId,
  documentOf,
  noteId,
  tagsOf,
} from '../db/readers/document.ts';
import { listDocuments, namespaces, searchDocuments, wordsQuery } from '../db/readers/memory.ts';
import { catchUpMemory } from '../db/search-index.ts';
import {
  type Change,
  insertDocument,
  insertNote,
  insertTagChange,
  insertVersion,
  updateDocument,
} from '../db/writers/memory.ts';
import { MemoryRefusal } from './refusal.ts';
import { undoWrite } from './undo.ts';

export { MemoryRefusal };

/** The ledger row that a change belongs to (`Recorder.nextId`), and when. */
export type ChangeContext = Change;

export interface SearchMatch {
  readonly document_id: string;
  readonly title: string;
  readonly namespace: string;
  readonly version: number;
  readonly tags: readonly string[];
  /** Some 200 characters around the first hit. */
  readonly excerpt: string;
}

export interface TreeEntry {
  readonly document_id: string;
  readonly title: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly notes: number;
  readonly updated_ms: number;
}

export interface TreeNamespace {
  readonly namespace: string;
  readonly documents: number;
  /** Last changed first, at most `limit` each. */
  readonly entries: readonly TreeEntry[];
}

/**
 * The Memory Tree. Synchronous, inside the caller's transaction. `namespace` in the answers of `note`,
 * `tag` and `undoWrite` is for the ledger row. Arguments come validated (trimmed, not empty, within limits).
 */
export interface MemoryTree {
  /** Same title in the same namespace: a new version. `tags` are added to the document's set. */
  store(
    input: {
      readonly title: string;
      readonly content: string;
      readonly namespace: string;
      readonly tags: readonly string[];
    },
    context: ChangeContext,
  ): { readonly document_id: string; readonly version: number };
  /** Appends; a note never replaces another. @throws MemoryRefusal where there is no such chunk. */
  note(
    input: { readonly chunk_id: string; readonly note_text: string },
    context: ChangeContext,
  ): { readonly document_id: string; readonly note_id: string; readonly namespace: string };
  /** Adds to the chunk's set and returns the whole set, sorted. @throws MemoryRefusal */
  tag(
    input: { readonly chunk_id: string; readonly tags: readonly string[] },
    context: ChangeContext,
  ): {
    readonly document_id: string;
    readonly tags: readonly string[];
    readonly namespace: string;
  };
  /** Full-text over titles, current contents, tags and notes; every word must occur. Any query is safe. */
  search(input: {
    readonly query: string;
    readonly namespace: string | null;
    readonly limit: number;
  }): readonly SearchMatch[];
  /** Null: no such chunk, or deleted. */
  readChunk(chunkId: string): ChunkNow | null;
  list(input: {
    readonly namespace: string | null;
    readonly limit: number;
  }): readonly TreeNamespace[];
  /** `present`, `deleted`, or `unknown` with why. */
  chunkState(chunkId: string): {
    readonly state: 'present' | 'deleted' | 'unknown';
    readonly why: string | null;
  };
  /**
   * Restores what was before the write with this ledger id: a store by a new version (or by taking back
   * the document it made), a note by hiding it, tags by removing those it added; an undo by doing it again.
   * @throws MemoryRefusal where something later was built on it, or nothing is left to undo.
   */
  undoWrite(
    writeId: number,
    context: ChangeContext,
  ): { readonly document_id: string; readonly version: number | null; readonly namespace: string };
}

/** A document's set of tags stays a set of tags. */
const mostTags = 500;

function titleKey(namespace: string, title: string): Uint8Array {
  return createHash('sha256')
    .update(JSON.stringify([namespace, title]))
    .digest()
    .subarray(0, 16);
}

function presentDocument(db: WriteHandle, chunkId: string): DocumentRow {
  const document = documentOf(db, chunkId);
  if (document === undefined) {
    throw new MemoryRefusal('invalid', 'chunk_id: there is no document with this id');
  }
  if (document.deleted_ms !== null) {
    throw new MemoryRefusal('invalid', 'chunk_id: this document was taken back');
  }
  return document;
}

/** The set with the asked tags in it, sorted, and which of them were new. */
function addTags(
  before: readonly string[],
  asked: readonly string[],
): { readonly tags: readonly string[]; readonly added: readonly string[] } {
  const added = [...new Set(asked)].filter((tag) => !before.includes(tag));
  const tags = [...before, ...added].sort();
  if (tags.length > mostTags) {
    throw new MemoryRefusal('invalid', `tags: a document can have ${mostTags} tags at most`);
  }
  return { tags, added };
}

export function createMemoryTree(db: WriteHandle): MemoryTree {
  return {
    store(input, context) {
      const title = input.title.toWellFormed();
      const namespace = input.namespace.toWellFormed();
      const content = input.content.toWellFormed();
      const asked = input.tags.map((tag) => tag.toWellFormed());
      const title_key = titleKey(namespace, title);
      const found = documentByTitle(db, title_key);
      const { tags, added } = addTags(found === undefined ? [] : tagsOf(found), asked);
      let id: number;
      let suffix: string;
      let version = 1;
      if (found === undefined) {
        suffix = randomBytes(5).toString('hex');
        id = insertDocument(db, { suffix, title_key, namespace, title, tags }, context);
      } else {
        ({ id, suffix } = found);
        version = found.version + 1;
        updateDocument(db, id, { version, tags, deleted: false }, context);
      }
      insertVersion(db, id, version, content, context);
      if (asked.length > 0) insertTagChange(db, id, { asked, added }, context);
      return { document_id: documentId({ id, suffix }), version };
    },

    note(input, context) {
      const document = presentDocument(db, input.chunk_id);
      const note = insertNote(db, document.id, input.note_text.toWellFormed(), context);
      const { version } = document;
      updateDocument(db, document.id, { version, tags: tagsOf(document), deleted: false }, context);
      return {
        document_id: documentId(document),
        note_id: noteId(note),
        namespace: document.namespace,
      };
    },

    tag(input, context) {
      const document = presentDocument(db, input.chunk_id);
      const asked = input.tags.map((tag) => tag.toWellFormed());
      const { tags, added } = addTags(tagsOf(document), asked);
      const { version } = document;
      updateDocument(db, document.id, { version, tags, deleted: false }, context);
      insertTagChange(db, document.id, { asked, added }, context);
      return { document_id: documentId(document), tags, namespace: document.namespace };
    },

    search(input) {
      const query = wordsQuery(input.query);
      if (query === null) return [];
      catchUpMemory(db);
      return searchDocuments(db, query, input.namespace, input.limit).map((hit) => ({
        document_id: documentId(hit),
        title: hit.title,
        namespace: hit.namespace,
        version: hit.version,
        tags: tagsOf(hit),
        excerpt: excerpt(hit.note ?? hit.content, input.query),
      }));
    },

    readChunk(chunkId) {
      const document = documentOf(db, chunkId);
      return document === undefined ? null : chunkNow(db, document);
    },

    list: (input) =>
      namespaces(db, input.namespace).map(({ namespace, documents }) => ({
        namespace,
        documents,
        entries: listDocuments(db, namespace, input.limit).map((document) => ({
          document_id: documentId(document),
          title: document.title,
          version: document.version,
          tags: tagsOf(document),
          notes: document.notes,
          updated_ms: document.updated_ms,
        })),
      })),

    chunkState: (chunkId) => chunkState(db, chunkId),
    undoWrite: (writeId, context) => undoWrite(db, writeId, context),
  };
}
