import type { AggregateTool } from '../../mcp/aggregate.ts';

const annotations = (readOnlyHint: boolean) => ({
  readOnlyHint,
  destructiveHint: !readOnlyHint,
  idempotentHint: readOnlyHint,
  openWorldHint: true,
});

/** What `tools/list` says of the router. */
export const routerToolList: readonly AggregateTool[] = [
  {
    name: 'tools_search',
    title: 'Search tools',
    description:
      'Finds tools of all connected servers by words. Answers each with its server, its name, what it takes and whether it writes; call it with tools_call.',
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'Words of what the tool should do; empty lists all.',
        },
        server: { type: 'string', description: 'Only tools of this server.' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default 10.' },
      },
      additionalProperties: false,
    },
    annotations: annotations(true),
  },
  {
    name: 'tools_call',
    title: 'Call a tool',
    description:
      'Calls a tool that tools_search found. It is recorded and allowed or refused exactly as if the tool were called directly. Give `reason`: one short sentence on why you are calling it.',
    inputSchema: {
      type: 'object',
      properties: {
        server: { type: 'string', description: 'The server, as tools_search names it.' },
        tool: { type: 'string', description: 'The tool, as tools_search names it.' },
        arguments: { type: 'object', description: 'What the tool takes.' },
        reason: {
          type: 'string',
          description: 'One short sentence: why you are calling this. Shown to the person.',
        },
      },
      required: ['server', 'tool'],
      additionalProperties: false,
    },
    annotations: annotations(false),
  },
];
