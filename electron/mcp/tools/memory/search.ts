import { z } from 'zod';
import { defineReadTool, requiredText } from '../tool.ts';

export const searchTool = defineReadTool({
  name: 'memory.search',
  title: 'Search memory',
  description:
    'Full-text search over the memory tree: titles, contents, tags and notes. Every word must occur.',
  input: z.strictObject({
    query: requiredText().describe('Words to look for.'),
    namespace: requiredText().optional().describe('Search in this namespace only.'),
    limit: z.int().min(1).max(100).default(20).describe('Most matches to return.'),
  }),
  missing: 'nothing matches',
  read: ({ query, namespace = null, limit }, { tree }) => ({
    matches: tree.search({ query, namespace, limit }),
  }),
});
