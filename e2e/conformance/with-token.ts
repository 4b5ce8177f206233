import { createServer, request as startRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address that passes everything on and adds the token: the suite can send none. */
export interface TokenDoor {
  readonly url: string;
  readonly close: () => void;
}

export async function openTokenDoor(target: string, token: string): Promise<TokenDoor> {
  const { hostname, port, pathname } = new URL(target);
  const own = () => (server.address() as AddressInfo).port;
  const server = createServer((incoming, outgoing) => {
    const host = incoming.headers.host ?? '';
    // A foreign name has to arrive as it is: refusing it is one of the scenarios.
    const named = host === `127.0.0.1:${own()}` || host === `localhost:${own()}`;
    const origin = incoming.headers.origin;
    const onward = startRequest(
      {
        hostname,
        port,
        path: pathname,
        method: incoming.method,
        headers: {
          ...incoming.headers,
          host: named ? `${host.split(':')[0]}:${port}` : host,
          ...(named && origin !== undefined
            ? { origin: origin.replace(`:${own()}`, `:${port}`) }
            : {}),
          authorization: `Bearer ${token}`,
        },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${own()}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
