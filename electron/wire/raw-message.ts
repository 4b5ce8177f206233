import { isId, isRecord, type JsonRpcId } from './json-rpc.ts';
import { rawElements, rawMembers } from './raw-json.ts';

/** One JSON-RPC message with its parts as they were written, and parsed for those who look into them. */
export type RawMessage =
  | {
      readonly kind: 'request';
      /** JSON text: an id beyond 2^53 stays what it is. */
      readonly id: string;
      readonly method: string;
      /** JSON text; null: it has none. */
      readonly params: string | null;
      readonly value: unknown;
    }
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: string | null;
      readonly value: unknown;
    }
  | {
      readonly kind: 'answer';
      readonly id: JsonRpcId;
      readonly part: 'result' | 'error';
      /** JSON text of the result or the error. */
      readonly raw: string;
      readonly value: unknown;
    }
  | { readonly kind: 'bad'; readonly why: string };

/** Most messages of one array; servers of 2025-03-26 may send answers as one. */
const mostInArray = 1000;

/** Reads what stands in one line, event or body: a message, or an array of them. */
export function readRawMessages(text: string): readonly RawMessage[] {
  // Most garbage is refused by its first letter: throwing for each of a flood of lines costs too much.
  const first = /\S/.exec(text)?.[0];
  if (first !== '{' && first !== '[') return [bad('it is no JSON object')];
  let value: unknown;
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  } catch {
    return [bad('it is no valid JSON')];
  }
  if (!Array.isArray(value)) return [sort(text, value)];
  if (value.length === 0 || value.length > mostInArray) {
    return [bad(`it is an array of ${value.length} messages`)];
  }
  const texts = rawElements(text);
  return value.map((one: unknown, index) => sort(texts[index] ?? '', one));
}

function bad(why: string): RawMessage {
  return { kind: 'bad', why };
}

function sort(text: string, message: unknown): RawMessage {
  if (!isRecord(message) || message.jsonrpc !== '2.0') return bad('it is no JSON-RPC message');
  const { id, method } = message;
  const parts = new Map(rawMembers(text).map(({ key, start, end }) => [key, { start, end }]));
  const raw = (key: string): string | null => {
    const part = parts.get(key);
    return part === undefined ? null : text.slice(part.start, part.end);
  };
  if (typeof method === 'string') {
    const params = isRecord(message.params) ? raw('params') : null;
    const value = params === null ? {} : message.params;
    if (id === undefined) return { kind: 'notification', method, params, value };
    const rawId = raw('id');
    return isId(id) && rawId !== null
      ? { kind: 'request', id: rawId, method, params, value }
      : bad('its id is neither text nor a number');
  }
  if (!isId(id)) return bad('it is an answer to nobody');
  for (const part of ['result', 'error'] as const) {
    const text = raw(part);
    if (text !== null) return { kind: 'answer', id, part, raw: text, value: message[part] };
  }
  return bad('it is an answer without an answer');
}

/** The JSON text of a request or notification. */
export function rawCall(id: number | null, method: string, params: string | null): string {
  const head = `{"jsonrpc":"2.0",${id === null ? '' : `"id":${id},`}"method":${JSON.stringify(method)}`;
  return params === null ? `${head}}` : `${head},"params":${params}}`;
}

/** The JSON text of an answer; `id` is JSON text. */
export function rawAnswer(id: string, part: 'result' | 'error', raw: string): string {
  return `{"jsonrpc":"2.0","id":${id},"${part}":${raw}}`;
}
