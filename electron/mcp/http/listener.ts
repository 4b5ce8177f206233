import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { errorBody, rpcCode } from '../json-rpc.ts';

export interface Listener {
  readonly port: number;
  /** Takes no new connection, lets answers that are under way end for `ms`, then cuts what is left. */
  close(ms: number): Promise<void>;
}

export type Handle = (
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
) => Promise<void>;

const host = '127.0.0.1';

/**
 * Listens on the loopback address; port 0 takes a free one.
 * @throws Error in plain words where the port is taken or may not be used.
 */
export async function listen(port: number, handle: Handle): Promise<Listener> {
  const server = createServer({
    // A client that sends its request byte by byte is cut; answers, streams among them, may take forever.
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 5000,
    // Longer than clients keep idle connections, so that none is closed under a request on its way.
    keepAliveTimeout: 75_000,
    // Missing ones get our own answer.
    requireHostHeader: false,
  });
  // Kept, since a server that is closing has no address any more while its connections still ask.
  let ours = port;
  // Clients open connections ahead of use, and Node counts one without a request as busy.
  const unasked = new Set<Socket>();
  server.on('connection', (socket) => {
    unasked.add(socket);
    socket.once('close', () => unasked.delete(socket));
  });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    unasked.delete(request.socket);
    void handle(request, response, ours);
  };
  server.on('request', serve);
  // Asked to go on before the body: the guards answer first.
  server.on('checkContinue', serve);
  server.on('clientError', answerBrokenRequest);

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(startWords(error, port))),
    );
    server.listen({ port, host, exclusive: true }, resolve);
  });
  ours = (server.address() as AddressInfo).port;
  return {
    port: ours,
    async close(ms) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of unasked) socket.destroy();
      // A connection whose last answer ended after `close` would be kept alive.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      const cut = setTimeout(() => server.closeAllConnections(), ms);
      await closed;
      clearInterval(sweep);
      clearTimeout(cut);
    },
  };
}

function startWords(error: NodeJS.ErrnoException, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use by another program. Choose another port in the settings.`;
    case 'EACCES':
      return `Port ${port} may not be used by this account. Choose a port above 1023 in the settings.`;
    default:
      return `The endpoint could not start on port ${port} (${error.code ?? error.message}).`;
  }
}

/** Bytes that are no HTTP request get an answer like everything else. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : '400 Bad Request';
  const body = errorBody({ code: rpcCode.transport, message: status.slice(4) }, null);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
