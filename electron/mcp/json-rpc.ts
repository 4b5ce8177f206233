/** A request's id as JSON-RPC and MCP allow it: text, or a whole number. */
export type RequestId = string | number;

/** A parsed JSON object; its members are unknown until looked at. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
}

export const rpcCode = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  /** Refusals of the transport itself: host, origin, token, size, session. */
  transport: -32000,
  sessionNotFound: -32001,
} as const;

/** The one shape of every refusal that leaves the endpoint: no HTML, no stack. */
export function errorBody(error: RpcError, id: RequestId | null): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    error: { code: error.code, message: error.message },
    id,
  });
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value);
}
