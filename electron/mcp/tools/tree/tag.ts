import { z } from 'zod';
import { tagsArgument, tagsMember } from '../tags.ts';
import { defineWriteTool, reasonArgument, requiredText, textMember } from '../tool.ts';

export const tagTool = defineWriteTool({
  name: 'tree.tag',
  title: 'Tag a document',
  description:
    'Adds tags to a document in the memory tree and returns all its tags. Always give `reason`: one short sentence on why you are writing this.',
  idempotent: true,
  input: z.strictObject({
    chunk_id: requiredText().describe('The document_id of the document.'),
    tags: tagsArgument().min(1),
    reason: reasonArgument,
  }),
  summarize: (args) => {
    const tags = tagsMember(args);
    return { ...textMember(args, 'chunk_id'), ...(tags === null ? {} : { tags }) };
  },
  targetOf: (input) => ({ kind: 'chunk', chunk_id: input.chunk_id }),
  run(input, tree, context) {
    const { chunk_id, tags: added } = input;
    const { document_id, tags, namespace } = tree.tag({ chunk_id, tags: added }, context);
    return { chunk_id: document_id, namespace, answer: { document_id, tags }, reverts_id: null };
  },
});
