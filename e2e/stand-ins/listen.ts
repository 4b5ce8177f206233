import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stand-in endpoint on a free loopback port, and what was asked of it. */
export interface StandIn {
  readonly url: string;
  /** `METHOD /path` of every request, for the message of a test that fails. */
  readonly requests: readonly string[];
  /** Hosts that the client tried to reach through this proxy: must stay empty for "nothing leaves the machine". */
  readonly outbound: readonly string[];
  readonly close: () => Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return {};
  }
};

/** Serves `answer` on loopback. It is the client's HTTPS proxy too, and as such refuses and notes every host. */
export const listen = async (
  answer: (path: string, body: unknown, response: ServerResponse) => void,
): Promise<StandIn> => {
  const requests: string[] = [];
  const outbound: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    requests.push(`${request.method} ${path}`);
    void bodyOf(request).then((body) => answer(path, body, response));
  });
  server.on('connect', (request, socket) => {
    outbound.push(request.url ?? '?');
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    outbound,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};

/** Answers with one server-sent event per item, each named by its `type`. */
export const sendEvents = (
  response: ServerResponse,
  events: readonly { readonly type: string; readonly [field: string]: unknown }[],
): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  response.end();
};
