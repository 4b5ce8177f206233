import { isUtf8 } from 'node:buffer';
import { isId, isRecord, type JsonRpcId, rpcCodes } from '../wire/json-rpc.ts';
import { type ModernClaim, modernClaim } from '../wire/mcp-headers.ts';

// Each message keeps its line as it came: the endpoint sees the very bytes.

export interface ClientRequest {
  readonly kind: 'request';
  /** Null: the message is not what it should be, and the endpoint is to say (and record) so. */
  readonly id: JsonRpcId | null;
  readonly method: string;
  readonly modern: ModernClaim | null;
  readonly body: Buffer;
}

export interface ClientNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly modern: ModernClaim | null;
  /** For `notifications/cancelled`: which request. */
  readonly cancels: JsonRpcId | null;
  readonly body: Buffer;
}

export interface ClientResponse {
  readonly kind: 'response';
  readonly id: JsonRpcId;
  readonly body: Buffer;
}

/** A line that holds no single message at all, so that nobody can be told as its sender. */
interface BadLine {
  readonly kind: 'bad';
  readonly code: number;
  readonly why: string;
}

export type ClientMessage = ClientRequest | ClientNotification | ClientResponse | BadLine;

function bad(code: number, why: string): BadLine {
  return { kind: 'bad', code, why };
}

/**
 * Reads one line. It looks no deeper than it must: what is wrong with an object is for the endpoint to
 * say, since a refused write is a row, and rows are written there.
 */
export function readClientMessage(line: Buffer): ClientMessage {
  if (!isUtf8(line)) return bad(rpcCodes.parse, 'Parse error: the line is not valid UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(line.toString('utf8', startsWithMark(line) ? 3 : 0));
  } catch {
    return bad(rpcCodes.parse, 'Parse error: the line is not valid JSON');
  }
  if (Array.isArray(value)) {
    return bad(
      rpcCodes.invalid,
      'Invalid request: batches are not accepted; nothing in it was run',
    );
  }
  if (!isRecord(value)) {
    return bad(rpcCodes.invalid, 'Invalid request: a message is a JSON object');
  }
  const { id, method, params } = value;
  const known = isId(id) ? id : null;
  const modern =
    typeof method === 'string' && isRecord(params) ? modernClaim(method, params) : null;
  if (value.jsonrpc === '2.0' && id === undefined && typeof method === 'string') {
    return { kind: 'notification', method, modern, cancels: cancels(method, params), body: line };
  }
  if (method === undefined && known !== null && ('result' in value || 'error' in value)) {
    return { kind: 'response', id: known, body: line };
  }
  const named = typeof method === 'string' ? method : '';
  return { kind: 'request', id: known, method: named, modern, body: line };
}

/** A line over the limit, of which `head` is left: enough for the endpoint to refuse it as too large. */
export function tooLongMessage(id: JsonRpcId | null, head: Buffer): ClientRequest {
  return { kind: 'request', id, method: '', modern: null, body: head };
}

function startsWithMark(line: Buffer): boolean {
  return line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf;
}

function cancels(method: string, params: unknown): JsonRpcId | null {
  if (method !== 'notifications/cancelled' || !isRecord(params)) return null;
  return isId(params.requestId) ? params.requestId : null;
}
