import { isId, isRecord, type JsonRpcId, parseRecord } from '../wire/json-rpc.ts';

/** A message of the endpoint, read as far as the bridge must. */
export type ServerMessage =
  | { readonly kind: 'answer'; readonly id: JsonRpcId; readonly result: unknown }
  | { readonly kind: 'other' }
  /** Not JSON-RPC: it must not reach the client. */
  | { readonly kind: 'bad' };

/** Sorts a message of the endpoint. `result` is undefined in an error. */
export function sortServerMessage(
  message: Readonly<Record<string, unknown>> | null,
): ServerMessage {
  if (message === null || message.jsonrpc !== '2.0') return { kind: 'bad' };
  if (typeof message.method === 'string') return { kind: 'other' };
  if (!isId(message.id)) return { kind: 'bad' };
  return { kind: 'answer', id: message.id, result: message.result };
}

const prefix = 'inkwatch:';

/**
 * Servers number their own requests from 0 in each session, so after a replayed `initialize` an id can
 * come a second time while the client still works on the first. From the second session on, such ids
 * carry the session's number, and a response finds the session that asked, or none.
 */
export function labelServerIds(
  message: Readonly<Record<string, unknown>>,
  generation: number,
): Readonly<Record<string, unknown>> {
  if (generation === 1 || typeof message.method !== 'string') return message;
  const label = (id: JsonRpcId): string => `${prefix}${generation}:${JSON.stringify(id)}`;
  if (isId(message.id)) return { ...message, id: label(message.id) };
  const { method, params } = message;
  if (method === 'notifications/cancelled' && isRecord(params) && isId(params.requestId)) {
    return { ...message, params: { ...params, requestId: label(params.requestId) } };
  }
  return message;
}

/** The body of a response as this session's server knows it; null: another session asked. */
export function unlabelResponse(id: JsonRpcId, body: Buffer, generation: number): Buffer | null {
  if (generation === 1) return body;
  const start = `${prefix}${generation}:`;
  if (typeof id !== 'string' || !id.startsWith(start)) return null;
  const message = parseRecord(body.toString('utf8'));
  if (message === null) return null;
  return Buffer.from(JSON.stringify({ ...message, id: JSON.parse(id.slice(start.length)) }));
}
