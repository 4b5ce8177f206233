import {
  type LabelKind,
  type LiveSet,
  type ResolvedLabel,
  resolveLabel,
} from '../../shared/labels.ts';
import { EMBEDDED_SERVER } from '../../shared/ledger.ts';
import { dbErrorWords } from './errors.ts';
import type { ReadHandle } from './handles.ts';
import { documentOf } from './readers/document.ts';

/** What is there now, of the kind that a label names; or why this ledger cannot tell of this one. */
function liveSetFor(db: ReadHandle, kind: LabelKind, name: string): LiveSet {
  switch (kind) {
    case 'connection':
      return {
        has: (name) =>
          db.get('SELECT 1 FROM connections WHERE client_id = ? AND revoked_ms IS NULL', [name]) !==
          undefined,
      };
    case 'namespace':
      // A walk of the documents, of which there are far fewer than writes.
      return {
        has: (name) =>
          db.get(
            'SELECT 1 FROM memory_documents WHERE namespace = ? AND deleted_ms IS NULL LIMIT 1',
            [name],
          ) !== undefined,
      };
    case 'chunk': {
      const document = documentOf(db, name);
      return document === undefined ? otherChunks : { has: () => document.deleted_ms === null };
    }
    case 'upstream':
      return {
        has: (name) =>
          name === EMBEDDED_SERVER ||
          db.get('SELECT 1 FROM upstreams WHERE name = ?', [name]) !== undefined,
      };
  }
}

const otherChunks: LiveSet = {
  unknown:
    'This memory holds no document with this id; it may belong to another server or to an earlier ledger file.',
};

/** What a label stands for now: `unknown` where the ledger could not be asked. */
export function labelNow(db: ReadHandle, kind: LabelKind, name: string): ResolvedLabel {
  try {
    return resolveLabel(kind, name, liveSetFor(db, kind, name));
  } catch (error) {
    return resolveLabel(kind, name, {
      unknown: `The ledger cannot be read: ${dbErrorWords(error)}.`,
    });
  }
}

/** Whether the chunk of a row is there now, with why nobody knows. Only our own server's chunks are here. */
export function chunkState(
  db: ReadHandle,
  chunkId: string,
  server: string = EMBEDDED_SERVER,
): { readonly state: 'present' | 'deleted' | 'unknown'; readonly why: string | null } {
  const { label } =
    server === EMBEDDED_SERVER
      ? labelNow(db, 'chunk', chunkId)
      : resolveLabel('chunk', chunkId, {
          unknown: `It belongs to the server ${server}, which Inkwatch does not ask.`,
        });
  switch (label.state) {
    case 'present':
      return { state: 'present', why: null };
    case 'absent':
      return { state: 'deleted', why: null };
    case 'unknown':
      return { state: 'unknown', why: label.why };
  }
}
