import type { CallAnswer } from './dispatch/write-call.ts';
import type { JsonObject } from './json-rpc.ts';
import type { ToolCall } from './tool-call.ts';

/** The servers behind the gateway, as `/mcp` shows them beside our own tools. */
export interface Aggregate {
  /** Whether a call of this name goes to one of them, or to the router. */
  has(name: string): boolean;
  /** Never rejects. `isModern`: the client speaks 2026-07-28. */
  serve(call: ToolCall, isModern: boolean): Promise<CallAnswer>;
  /** Tools with names that are theirs alone; what a slow server did not tell in time is left out. */
  tools(): Promise<readonly AggregateTool[]>;
  prompts(): Promise<readonly JsonObject[]>;
  resources(): Promise<readonly JsonObject[]>;
  resourceTemplates(): Promise<readonly JsonObject[]>;
  /** @throws Error in words */
  getPrompt(name: string, args: unknown): Promise<JsonObject>;
  readResource(uri: string): Promise<JsonObject>;
  /** False: there is no server, and clients are told of no prompts and resources. */
  isUsed(): boolean;
}

export type AggregateTool = JsonObject & {
  readonly name: string;
  readonly inputSchema: { readonly type: 'object' } & JsonObject;
};
