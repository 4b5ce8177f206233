import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from '@modelcontextprotocol/node';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { createEventStore } from './event-store.ts';
import { createReferenceServer } from './reference-tools.ts';

// A server that passes what the official conformance suite asks of one, as far as the SDK can. It is run
// directly and behind the gateway, and the two have to get the same verdicts (R4 of the targets).

if (process.argv.includes('--stdio')) {
  await createReferenceServer().connect(new StdioServerTransport());
} else {
  serveHttp();
}

function serveHttp(): void {
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const hosts = localhostHostValidation();
  const origins = localhostOriginValidation();
  const http = createServer(async (request, response) => {
    if (!hosts(request, response) || !origins(request, response)) return;
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) {
      await known.handleRequest(request, response);
      return;
    }
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      // One per session: events of one session are nobody else's.
      eventStore: createEventStore(),
      retryInterval: 500,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await createReferenceServer().connect(transport);
    await transport.handleRequest(request, response);
  });
  http.listen(0, '127.0.0.1', () => {
    const { port } = http.address() as AddressInfo;
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}/mcp` })}\n`);
  });
}

process.on('SIGTERM', () => process.exit(0));
