import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

// The do-nothing tool of P1 as a command, for peers that carry to commands only.
const answer = { document_id: '01890000-0000-7000-8000-000000000000', version: 1 };
const server = new McpServer({ name: 'do-nothing', version: '1.0.0' });
server.registerTool(
  'memory_store',
  { inputSchema: z.looseObject({ title: z.string(), content: z.string() }) },
  async () => ({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  }),
);
await server.connect(new StdioServerTransport());
