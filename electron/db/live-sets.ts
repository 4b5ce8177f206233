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

/** What is there now, of each kind that a label can name. */
function liveSet(db: ReadHandle, kind: LabelKind): LiveSet {
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
    case 'chunk':
      return { has: (name) => documentOf(db, name)?.deleted_ms === null };
    case 'upstream':
      return {
        has: (name) =>
          name === EMBEDDED_SERVER ||
          db.get('SELECT 1 FROM upstreams WHERE name = ?', [name]) !== undefined,
      };
  }
}

/** What a label stands for now: `unknown` where the ledger could not be asked. */
export function labelNow(db: ReadHandle, kind: LabelKind, name: string): ResolvedLabel {
  try {
    return resolveLabel(kind, name, liveSet(db, kind));
  } catch (error) {
    return resolveLabel(kind, name, {
      unknown: `The ledger cannot be read: ${dbErrorWords(error)}.`,
    });
  }
}
