import { createHash } from 'node:crypto';
import type { Caller } from '../audit/write-record.ts';
import type { ReadHandle } from '../db/handles.ts';
import type { MemoryTree } from '../memory/tree.ts';
import type { Aggregate } from './aggregate.ts';
import {
  type CallAnswer,
  type ReceivedCall,
  type RequestKey,
  toolError,
} from './dispatch/write-call.ts';
import type { Dispatcher } from './dispatch.ts';
import { isJsonObject, type RequestId, rpcCode } from './json-rpc.ts';
import { clientText, wordsFor } from './tools/issues.ts';
import type { ToolSet } from './tools/registry.ts';
import type { ReadTool } from './tools/tool.ts';

/** One `tools/call` as it came in, before anybody looked at its arguments. */
export interface ToolCall extends ReceivedCall {
  readonly name: unknown;
  /** `params` as the client wrote them, JSON text; for calls that are passed on to the byte. */
  readonly rawParams?: () => string | null;
  /** Says a whole JSON-RPC message ahead of the answer; absent: there is no way to. */
  readonly tell?: (message: string) => void;
  /** Asked for writes, and for reads of the caller's own writes. */
  readonly caller: () => Caller;
  /** Aborts when nobody waits for the answer any more; absent: that cannot be told. */
  readonly left?: () => AbortSignal;
}

/** The parts of a call that its parameters hold. */
export function readCallParams(params: unknown): Pick<ToolCall, 'name' | 'arguments' | 'meta'> {
  const known = isJsonObject(params) ? params : {};
  return {
    name: known.name,
    arguments: known.arguments ?? {},
    meta: isJsonObject(known._meta) ? known._meta : {},
  };
}

/** True where the SDK would refuse the call by itself, and the refused write would leave no row. */
export function isMalformed(call: Pick<ToolCall, 'name' | 'arguments' | 'refusal'>): boolean {
  return call.refusal !== null || typeof call.name !== 'string' || !isJsonObject(call.arguments);
}

/** Two bodies with the same digest are the same call. */
function bodyDigest(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64');
}

export function requestKey(
  scope: string,
  id: RequestId,
  body: Buffer,
  stateless: boolean,
): RequestKey {
  return { scope, id, body: bodyDigest(body), stateless };
}

export interface CallDesk {
  /** Answers any `tools/call`. Never rejects: a tool that throws is a tool error on a live connection. */
  serve(call: ToolCall, isModern?: boolean): Promise<CallAnswer>;
  readonly tools: ToolSet;
  /** The servers behind the gateway; null: there is no gateway. */
  readonly aggregate: Aggregate | null;
  /** Whether a call of this name goes to one of them: its answer is passed on to the byte. */
  passesOn(name: unknown): boolean;
}

/** What reads are answered from. */
interface DeskSources {
  /** Null where the ledger cannot be written. */
  readonly tree: MemoryTree | null;
  readonly ledger: ReadHandle;
}

/** Reads are answered here; every other call is a write, or may have been one, and takes the one door. */
export function createCallDesk(
  dispatcher: Pick<Dispatcher, 'dispatchWrite'>,
  sources: DeskSources,
  tools: ToolSet,
  aggregate: Aggregate | null = null,
): CallDesk {
  const passesOn = (name: unknown) =>
    typeof name === 'string' && tools.called(name) === null && aggregate?.has(name) === true;
  return {
    tools,
    aggregate,
    passesOn,
    async serve(call, isModern = false) {
      if (aggregate !== null && passesOn(call.name)) return aggregate.serve(call, isModern);
      const tool = typeof call.name === 'string' ? tools.called(call.name) : null;
      if (tool?.kind === 'read') return readAnswer(tool, call, sources);
      const { answer } = await dispatcher.dispatchWrite({
        ...call,
        caller: call.caller(),
        tool,
        calledName: call.name,
      });
      return answer;
    },
  };
}

async function readAnswer(
  tool: ReadTool,
  call: ToolCall,
  { tree, ledger }: DeskSources,
): Promise<CallAnswer> {
  if (call.refusal !== null) return { kind: 'error', error: call.refusal.error };
  if (!isJsonObject(call.arguments)) {
    const message = `Invalid params: \`arguments\` must be an object, not ${wordsFor(call.arguments)}`;
    return { kind: 'error', error: { code: rpcCode.invalidParams, message } };
  }
  if (tree === null) return toolError('The memory tree cannot be read: see the Health page.');
  try {
    const { caller } = call;
    const found = await tool.read(call.arguments, {
      tree,
      ledger,
      caller,
      // Made for reads that take their time only: most are over before anybody could leave.
      signal: () => AbortSignal.any([call.signal, call.left?.()].filter(isSignal)),
    });
    switch (found.kind) {
      case 'found':
        return {
          kind: 'result',
          isError: false,
          text: JSON.stringify(found.answer),
          structured: found.answer,
        };
      case 'missing':
        return toolError(`${call.name}: ${found.message}`);
      case 'refused':
        return toolError(`${call.name}: ${clientText(found.issues)}`);
    }
  } catch (error) {
    return toolError(
      `${call.name} failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const isSignal = (signal: AbortSignal | null | undefined): signal is AbortSignal =>
  signal !== null && signal !== undefined;

/** The result member of an answer, as MCP shapes it. */
export function toolResult(answer: Extract<CallAnswer, { kind: 'result' }>) {
  return {
    content: [{ type: 'text' as const, text: answer.text }],
    ...(answer.structured === null ? {} : { structuredContent: { ...answer.structured } }),
    ...(answer.isError ? { isError: true } : {}),
  };
}

/**
 * The whole JSON-RPC answer as text, for a call that is answered without the SDK. 2026-07-28 requires of each
 * result that it says that it is complete.
 */
export function answerBody(
  answer: CallAnswer,
  id: RequestId | null,
  era: '2025' | '2026' = '2025',
): string {
  if (answer.kind === 'raw') {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"${answer.member}":${answer.json}}`;
  }
  return JSON.stringify(
    answer.kind === 'result'
      ? {
          jsonrpc: '2.0',
          id,
          result: { ...toolResult(answer), ...(era === '2026' ? { resultType: 'complete' } : {}) },
        }
      : { jsonrpc: '2.0', id, error: answer.error },
  );
}
