import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isJsonContentType } from '@modelcontextprotocol/server';
import { loopHeader } from '../../wire/mcp-headers.ts';

/** Why a request is turned away before its body is read. */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 405 | 412 | 415 | 429 | 508;
  readonly message: string;
  readonly headers?: OutgoingHttpHeaders;
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'] as const;

/**
 * Host and Origin by name, not by comparing the two: a page whose own name was rebound to 127.0.0.1
 * sends an Origin that equals its Host (case g01).
 */
export function refusedSource(request: IncomingMessage, port: number): Refusal | null {
  const hosts = request.rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.toLowerCase() === 'host',
  );
  const host = request.headers.host?.toLowerCase();
  // Node keeps the first of two Host headers; a proxy in between may have trusted the other.
  const ours = hosts.length === 1 && loopbackNames.some((name) => host === withPort(name, port));
  if (!ours)
    return {
      status: 403,
      message: 'Forbidden: this endpoint answers to its loopback address only',
    };

  const origin = request.headers.origin?.toLowerCase();
  if (origin === undefined) return null;
  const allowed = loopbackNames.some((name) => origin === `http://${withPort(name, port)}`);
  return allowed ? null : { status: 403, message: 'Forbidden: this origin is not allowed' };
}

function withPort(name: string, port: number): string {
  return port === 80 ? name : `${name}:${port}`;
}

export function pathOf(request: IncomingMessage): string {
  return request.url?.split('?', 1)[0] ?? '';
}

const serverPath = /^\/mcp\/([A-Za-z0-9_-]{1,64})$/;

/** The server behind the gateway that the address names; null: it names none, and means all of them. */
export function serverIn(request: IncomingMessage): string | null {
  return serverPath.exec(pathOf(request))?.[1] ?? null;
}

export function refusedPath(request: IncomingMessage): Refusal | null {
  return pathOf(request) === '/mcp' || serverIn(request) !== null
    ? null
    : { status: 404, message: 'Not found: the endpoint is at /mcp, one server at /mcp/<name>' };
}

/** The token of an `Authorization: Bearer` header; null: none. Never taken from the address, which gets logged. */
export function bearerToken(request: IncomingMessage): string | null {
  const match = /^bearer +([^\s]+)\s*$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

export const refusedToken: Refusal = {
  status: 401,
  message: 'Unauthorized: send the token from endpoint.json as "Authorization: Bearer …"',
  headers: { 'WWW-Authenticate': 'Bearer' },
};

export const revokedToken: Refusal = {
  ...refusedToken,
  message: 'Unauthorized: the person took this connection back. Make a new one in Inkwatch',
};

export const tooManyTokens: Refusal = {
  status: 429,
  message: 'Too many requests with a wrong token: a right one is taken at once',
  headers: { 'Retry-After': '60' },
};

export function refusedForm(request: IncomingMessage): Refusal | null {
  const { method } = request;
  if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') {
    return { status: 405, message: 'Method not allowed', headers: { Allow: 'GET, POST, DELETE' } };
  }
  if (method !== 'POST') return null;
  // A page can send text/plain across origins without asking first; JSON it cannot.
  if (!isJsonContentType(request.headers['content-type'] ?? null)) {
    return { status: 415, message: 'Unsupported media type: send application/json' };
  }
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return { status: 415, message: 'Unsupported media type: send the body without compression' };
  }
  return null;
}

/**
 * A bridge says which process had its call before the connection broke: another one must not run it, for
 * it may have been run already.
 */
export function refusedRepeat(request: IncomingMessage): Refusal | null {
  const pid = request.headers['inkwatch-only-pid'];
  if (pid === undefined || pid === String(process.pid)) return null;
  return { status: 412, message: `Precondition failed: this is process ${process.pid}` };
}

/** Inkwatch as a server behind itself: each of its calls would be another one, without end. */
export function refusedLoop(request: IncomingMessage, ownMark: string | undefined): Refusal | null {
  if (ownMark === undefined || request.headers[loopHeader] !== ownMark) return null;
  return { status: 508, message: 'Loop detected: Inkwatch cannot be a server behind itself' };
}
