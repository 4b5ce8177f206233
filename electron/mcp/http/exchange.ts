import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection } from '../connections.ts';
import { type RpcError, rpcCode } from '../json-rpc.ts';
import type { Incoming } from '../message.ts';

/** One HTTP request that passed the guards, and its answer to be. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  /** Milliseconds since 1970. */
  readonly receivedMs: number;
}

/** The same with a message in its body. */
export interface PostedExchange extends Exchange {
  readonly message: Incoming;
  readonly body: Buffer;
}

/** A header's value; null: absent. Node gives lists for some names; those are not among ours. */
export function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' ? value : null;
}

/** Wrong parameters are an answer to a sound message; everything else is a bad request. */
export function statusOf(error: RpcError): number {
  return error.code === rpcCode.invalidParams ? 200 : 400;
}
