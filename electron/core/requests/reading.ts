import type { CoreReads } from '../../db/reads.ts';
import type { RequestHandlers } from '../requests.ts';

type Names =
  | 'memory:namespaces'
  | 'memory:documents'
  | 'memory:search'
  | 'memory:document'
  | 'memory:version'
  | 'report:read';

/** Reads of the Memory and the Report pages: all of them in a worker. */
export function readingHandlers(reads: CoreReads): RequestHandlers<Names> {
  return {
    'memory:namespaces': () => reads.memoryNamespaces(),
    'memory:documents': ({ namespace, before, limit }) =>
      reads.memoryDocuments(namespace, before, limit),
    'memory:search': ({ query, namespace, limit }) => reads.memorySearch(query, namespace, limit),
    'memory:document': ({ chunk_id }) => reads.memoryDetail(chunk_id),
    'memory:version': ({ chunk_id, version }) => reads.memoryText(chunk_id, version),
    'report:read': ({ since_ms, until_ms }) => reads.report(since_ms, until_ms),
  };
}
