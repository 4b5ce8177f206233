import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NodeIncomingMessageLike,
  NodeStreamableHTTPServerTransport,
  toNodeHandler,
} from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

// The peer of P1: the SDK's own server as its documentation wires it, with the tool of our name and
// shape that does nothing. Sessionful for 2025 clients, since that is the faster of its two ways.

const answer = { document_id: '01890000-0000-7000-8000-000000000000', version: 1 };

const makeServer = (): McpServer => {
  const server = new McpServer({ name: 'do-nothing', version: '1.0.0' });
  const inputSchema = z.object({
    title: z.string(),
    content: z.string(),
    namespace: z.string().optional(),
    tags: z.array(z.string()).optional(),
    reason: z.string().optional(),
  });
  server.registerTool('memory_store', { inputSchema }, async () => ({
    content: [{ type: 'text', text: JSON.stringify(answer) }],
    structuredContent: answer,
  }));
  return server;
};

const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
const modern = toNodeHandler(createMcpHandler(makeServer, { legacy: 'reject' }));

const http = createServer(async (request, response) => {
  if (request.headers['mcp-protocol-version'] === '2026-07-28') {
    // Node's own type says `method?: string | undefined`, the SDK's says `method?: string`.
    await modern(request as NodeIncomingMessageLike, response);
    return;
  }
  const known = sessions.get(String(request.headers['mcp-session-id']));
  if (known) {
    await known.handleRequest(request, response);
    return;
  }
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  await makeServer().connect(transport);
  await transport.handleRequest(request, response);
});

http.listen(0, '127.0.0.1', () => {
  const { port } = http.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
