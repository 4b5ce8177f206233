import { isUtf8 } from 'node:buffer';
import {
  isJsonObject,
  isRequestId,
  type JsonObject,
  type RequestId,
  type RpcError,
  rpcCode,
} from './json-rpc.ts';

/** One message of a client, told apart before the SDK sees it. `raw` is what the SDK gets. */
export type Incoming =
  | {
      readonly kind: 'request';
      readonly id: RequestId;
      readonly method: string;
      readonly params: JsonObject;
      readonly raw: JsonObject;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: JsonObject;
      readonly raw: JsonObject;
    }
  | { readonly kind: 'response'; readonly raw: JsonObject }
  | {
      readonly kind: 'invalid';
      readonly id: RequestId | null;
      readonly error: RpcError;
      /** The parameters of the `tools/call` that it wanted to be: a refused write is a row. */
      readonly call: { readonly params: unknown } | null;
    };

const invalid = (
  code: number,
  message: string,
  id: RequestId | null = null,
  call: { readonly params: unknown } | null = null,
): Incoming => ({ kind: 'invalid', id, error: { code, message }, call });

/**
 * Reads one message from a body. A JSON array is refused whole, in every era: code that knew only
 * single messages has run what an array carried, unrecorded (case a01).
 */
export function readMessage(body: Buffer): Incoming {
  // Invalid bytes would be replaced silently, and the record would differ from what was sent (case a15).
  if (!isUtf8(body)) return invalid(rpcCode.parse, 'Parse error: the body is not valid UTF-8');
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(body));
  } catch {
    return invalid(rpcCode.parse, 'Parse error: the body is not valid JSON');
  }
  if (Array.isArray(value)) {
    return invalid(
      rpcCode.invalidRequest,
      'Invalid request: batches are not supported; nothing in it was run',
    );
  }
  if (!isJsonObject(value)) {
    return invalid(rpcCode.invalidRequest, 'Invalid request: a message is a JSON object');
  }
  return tellApart(value);
}

function withoutMark(body: Buffer): string {
  const marked = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
  return body.toString('utf8', marked ? 3 : 0);
}

function tellApart(raw: JsonObject): Incoming {
  const { id, method } = raw;
  const known = isRequestId(id) ? id : null;
  const call = method === 'tools/call' ? { params: raw.params } : null;
  const refuse = (why: string) =>
    invalid(rpcCode.invalidRequest, `Invalid request: ${why}`, known, call);

  if (raw.jsonrpc !== '2.0') return refuse('`jsonrpc` must be "2.0"');
  if (method === undefined) {
    const answers = known !== null && (isJsonObject(raw.result) || isJsonObject(raw.error));
    return answers ? { kind: 'response', raw } : refuse('`method` is missing');
  }
  if (typeof method !== 'string') return refuse('`method` must be text');
  if (Object.hasOwn(raw, 'id') && known === null) {
    return refuse('`id` must be text or a whole number');
  }
  if (known === null && call !== null) return refuse('`tools/call` needs an `id`');

  const params = raw.params ?? {};
  if (!isJsonObject(params)) {
    // Sessions must open for clients that get this wrong (case a08); everything else is told so.
    if (method !== 'initialize') {
      return invalid(
        rpcCode.invalidParams,
        'Invalid params: `params` must be an object',
        known,
        call,
      );
    }
    return tellApart({ ...raw, params: {} });
  }
  // Made anew: the SDK refuses members that JSON-RPC does not name, and `"params": null`.
  const clean = { jsonrpc: '2.0', method, params };
  return known === null
    ? { kind: 'notification', method, params, raw: clean }
    : { kind: 'request', id: known, method, params, raw: { ...clean, id: known } };
}
