import { z } from 'zod';
import { defineReadTool, requiredText } from '../tool.ts';

export const readChunkTool = defineReadTool({
  name: 'tree.read_chunk',
  title: 'Read a document',
  description: 'Returns a document of the memory tree as it is now, with its notes and tags.',
  input: z.strictObject({ chunk_id: requiredText().describe('The document_id of the document.') }),
  missing: 'there is no document with this chunk_id, or it was deleted',
  read({ chunk_id }, { tree }) {
    const chunk = tree.readChunk(chunk_id);
    if (chunk === null) return null;
    return {
      document_id: chunk.chunk_id,
      title: chunk.title,
      namespace: chunk.namespace,
      version: chunk.version,
      content: chunk.content,
      content_length: chunk.content_length,
      tags: chunk.tags,
      // Who wrote a note stays in the ledger: one client does not see another's writes.
      notes: chunk.notes.map(({ note_id, text, created_ms }) => ({ note_id, text, created_ms })),
      created_ms: chunk.created_ms,
      updated_ms: chunk.updated_ms,
    };
  },
});
