import { z } from 'zod';
import type { ChunkNow, WriteRow } from './answers.ts';

/** The Memory Tree as the window browses it. */
export interface MemoryNamespace {
  readonly namespace: string;
  readonly documents: number;
}

export interface MemoryDocument {
  readonly chunk_id: string;
  /** Its number in the table: with `updated_ms` the key of a page. */
  readonly id: number;
  readonly title: string;
  readonly namespace: string;
  readonly version: number;
  readonly tags: readonly string[];
  readonly notes: number;
  readonly updated_ms: number;
}

/** Where a page starts: the last document seen. */
export const memoryKeySchema = z.strictObject({ updated_ms: z.int(), id: z.int().positive() });
export type MemoryKey = z.infer<typeof memoryKeySchema>;

export interface MemoryPage {
  /** Last changed first. */
  readonly documents: readonly MemoryDocument[];
  readonly more: boolean;
}

export interface MemoryHit extends MemoryDocument {
  /** The piece of text around the words; null: they are in the title or the tags. */
  readonly excerpt: string | null;
  /** True where the piece is a note's. */
  readonly in_note: boolean;
}

export interface MemorySearch {
  /** Best first. */
  readonly hits: readonly MemoryHit[];
  /** True where more match than are shown. */
  readonly more: boolean;
  /** Documents and notes that the index does not know yet; they come within seconds. */
  readonly waiting: number;
}

export interface MemoryVersion {
  readonly version: number;
  readonly created_ms: number;
  /** Null: the document was taken back by it. */
  readonly content_length: number | null;
  readonly write_id: number | null;
}

/** One change of tags. */
export interface MemoryTagChange {
  readonly id: number;
  readonly added: readonly string[];
  readonly created_ms: number;
  readonly write_id: number | null;
  readonly undone: boolean;
}

export interface MemoryDetail {
  readonly chunk_id: string;
  readonly title: string;
  readonly namespace: string;
  /** Null: it was taken back, and its versions are still here. */
  readonly chunk: ChunkNow | null;
  /** The newest 200, newest first. */
  readonly versions: readonly MemoryVersion[];
  readonly versions_total: number;
  /** Newest first. */
  readonly tag_changes: readonly MemoryTagChange[];
  /** Writes that made it what it is: versions, notes, tags; the newest 200, newest first. */
  readonly writes: readonly WriteRow[];
}

export interface MemoryText {
  readonly version: number;
  /** Cut at 200,000 characters. */
  readonly content: string;
  readonly content_length: number;
}
