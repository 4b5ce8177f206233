import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from '@modelcontextprotocol/node';
import { createEventStore } from './event-store.ts';
import { createReferenceServer } from './reference-tools.ts';

/** The reference server over Streamable HTTP, on a free port. */
export async function serveReference(): Promise<{
  readonly url: string;
  readonly close: () => void;
}> {
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
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}
