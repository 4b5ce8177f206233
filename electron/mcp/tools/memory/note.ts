import { z } from 'zod';
import { defineWriteTool, reasonArgument, requiredText, textMember } from '../tool.ts';

export const noteTool = defineWriteTool({
  name: 'memory.note',
  title: 'Add a note',
  description:
    'Adds a note to a document in the memory tree. Notes are appended; none replaces another. Always give `reason`: one short sentence on why you are writing this.',
  idempotent: false,
  input: z.strictObject({
    chunk_id: requiredText().describe('The document_id of the document.'),
    note_text: requiredText().describe('The note.'),
    reason: reasonArgument,
  }),
  summarize: (args) => ({
    ...textMember(args, 'chunk_id'),
    ...(typeof args.note_text === 'string' ? { note_text_length: args.note_text.length } : {}),
  }),
  targetOf: (input) => ({ kind: 'chunk', chunk_id: input.chunk_id }),
  run(input, tree, context) {
    const { chunk_id, note_text } = input;
    const { document_id, note_id, namespace } = tree.note({ chunk_id, note_text }, context);
    return { chunk_id: document_id, namespace, answer: { document_id, note_id }, reverts_id: null };
  },
});
