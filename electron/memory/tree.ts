import type { ChunkNow } from '../../shared/ipc.ts';
import type { WriteHandle } from '../db/handles.ts';

/** The ledger row that a change belongs to (`Recorder.nextId`), and when. */
export interface ChangeContext {
  readonly write_id: number | null;
  readonly now_ms: number;
}

/**
 * A refusal in plain words for the client (`refused`), or an argument that names nothing (`invalid`).
 * Nothing was changed.
 */
export class MemoryRefusal extends Error {
  override readonly name = 'MemoryRefusal';
  readonly kind: 'invalid' | 'refused';
  constructor(kind: 'invalid' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}

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
  /** Newest first, at most `limit` each. */
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
   * Restores what was before the write with this ledger id: a store by a new version (or by hiding the
   * document it made), a note by hiding it, tags by removing those it added.
   * @throws MemoryRefusal where something later was built on it, or nothing is left to undo.
   */
  undoWrite(
    writeId: number,
    context: ChangeContext,
  ): { readonly document_id: string; readonly version: number | null; readonly namespace: string };
}

export function createMemoryTree(_db: WriteHandle): MemoryTree {
  throw new Error('createMemoryTree: body follows');
}
