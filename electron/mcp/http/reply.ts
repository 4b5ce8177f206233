import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errorBody, type RequestId, type RpcError } from '../json-rpc.ts';

/** Sends JSON text as the whole answer; a connection that is gone is no error. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers: OutgoingHttpHeaders = {},
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

export function sendError(
  response: ServerResponse,
  status: number,
  error: RpcError,
  id: RequestId | null = null,
  headers: OutgoingHttpHeaders = {},
): void {
  sendJson(response, status, errorBody(error, id), headers);
}

/** Sends a web-standard answer of the SDK: streams flow on, everything else goes out whole. */
export async function sendWebAnswer(response: ServerResponse, answer: Response): Promise<void> {
  const headers = Object.fromEntries(answer.headers);
  if (headers['content-type']?.startsWith('text/event-stream') !== true || answer.body === null) {
    const text = await answer.text();
    if (response.destroyed) return;
    response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(text);
    return;
  }
  response.writeHead(answer.status, headers);
  for await (const chunk of answer.body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve).once('close', resolve);
      });
    }
  }
  response.end();
}
