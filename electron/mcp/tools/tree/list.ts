import { z } from 'zod';
import { defineReadTool, requiredText } from '../tool.ts';

export const listTool = defineReadTool({
  name: 'tree.list',
  title: 'List the memory tree',
  description:
    'Lists the namespaces of the memory tree and their documents, newest first, without contents.',
  input: z.strictObject({
    namespace: requiredText().optional().describe('List this namespace only.'),
    limit: z.int().min(1).max(500).default(100).describe('Most documents per namespace.'),
  }),
  missing: 'there is no such namespace',
  read: ({ namespace = null, limit }, { tree }) => ({
    namespaces: tree.list({ namespace, limit }),
  }),
});
