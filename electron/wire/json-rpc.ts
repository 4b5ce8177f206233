/** A JSON-RPC request id as MCP allows it; null only in errors for what could not be read. */
export type JsonRpcId = string | number;

export const rpcCodes = {
  parse: -32700,
  invalid: -32600,
  methodNotFound: -32601,
  /** The range that JSON-RPC leaves to implementations: not reachable, refused, outcome unknown. */
  server: -32000,
} as const;

/** One line of an error answer; `data` says more to programs. */
export function errorAnswer(
  id: JsonRpcId | null,
  code: number,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isId(value: unknown): value is JsonRpcId {
  return typeof value === 'string' || typeof value === 'number';
}

/** Parses JSON text to an object; null where it is none. */
export function parseRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * JSON text on one line. Raw line ends can only be space between tokens; U+2028 and U+2029 are legal
 * inside strings, but Node's own `readline` takes them for line ends and would cut the message.
 */
export function oneLine(text: string): string {
  if (!/[\r\n\u2028\u2029]/.test(text)) return text;
  return JSON.stringify(JSON.parse(text))
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
