import { z } from 'zod';
import { tagsArgument, tagsMember } from '../tags.ts';
import { defineWriteTool, reasonArgument, requiredText, textMember } from '../tool.ts';

const defaultNamespace = 'mcp';

export const storeTool = defineWriteTool({
  name: 'memory.store',
  title: 'Store in memory',
  description:
    'Stores a document in the memory tree of this computer. The same title in the same namespace makes a new version; earlier versions stay readable. Always give `reason`: one short sentence on why you are writing this.',
  idempotent: false,
  input: z.strictObject({
    title: requiredText().describe('A short title; names the document within its namespace.'),
    content: requiredText().describe('The text to remember.'),
    namespace: requiredText()
      .default(defaultNamespace)
      .describe(`A group of documents, such as a project. Default: ${defaultNamespace}.`),
    tags: tagsArgument().optional(),
    reason: reasonArgument,
  }),
  summarize: (args) => ({
    ...textMember(args, 'title'),
    ...(args.namespace === undefined
      ? { namespace: defaultNamespace }
      : textMember(args, 'namespace')),
    tag_count: tagsMember(args)?.length ?? 0,
  }),
  namespaceArgument: 'namespace',
  targetOf: (input) => ({ kind: 'namespace', name: input.namespace }),
  run(input, tree, context) {
    const { title, content, namespace, tags = [] } = input;
    const { document_id, version } = tree.store({ title, content, namespace, tags }, context);
    return { chunk_id: document_id, namespace, answer: { document_id, version }, reverts_id: null };
  },
});
