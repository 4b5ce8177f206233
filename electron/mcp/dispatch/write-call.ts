import type { ErrorKind } from '../../../shared/outcome.ts';
import type { Caller } from '../../audit/write-record.ts';
import type { JsonObject, RequestId, RpcError } from '../json-rpc.ts';
import type { WriteTool } from '../tools/tool.ts';

/** Which request a call came in, so that the same one arriving twice is one write. */
export interface RequestKey {
  /** Within it an id names one request: a transport session, or (without sessions) a client. */
  readonly scope: string;
  readonly id: RequestId;
  /** Digest of the body as received. */
  readonly body: string;
  /** True where ids restart with each client process, so that only an identical call counts as the same. */
  readonly stateless: boolean;
}

/** What a call holds whatever its tool is. */
export interface ReceivedCall {
  /** An absent or null member is `{}` (case a04); anything else is as received. */
  readonly arguments: unknown;
  readonly meta: JsonObject;
  /** Refused by the transport already (size, id): what the client gets, and the kind of its row. */
  readonly refusal: {
    readonly error: RpcError;
    readonly kind: ErrorKind;
    readonly summary: JsonObject;
  } | null;
  /** Null: a call of the person's own, in this process. */
  readonly request: RequestKey | null;
  /** Aborts while the call still waits: it is not run. */
  readonly signal: AbortSignal | null;
  /** Milliseconds since 1970. */
  readonly receivedMs: number;
  /** Bytes that it holds while it waits. */
  readonly size: number;
}

/** One call of a write tool, as any transport hands it to `dispatchWrite`. */
export interface WriteCall extends ReceivedCall {
  readonly caller: Caller;
  /** Null: no such tool, or the call did not name one. */
  readonly tool: WriteTool | null;
  /** As the client called it; not text where it sent something else. */
  readonly calledName: unknown;
}

/**
 * The answer of `tools/call`: a result (a failed tool is one, too), or a JSON-RPC error. `raw` is what an
 * upstream answered, to be passed on to the byte: numbers beyond 2^53, key order, escapes.
 */
export type CallAnswer =
  | {
      readonly kind: 'raw';
      /** Which member of the JSON-RPC answer `json` is. */
      readonly member: 'result' | 'error';
      readonly json: string;
      /** It came in an event stream, and goes on in one. */
      readonly streamed?: boolean;
    }
  | {
      readonly kind: 'result';
      readonly isError: boolean;
      readonly text: string;
      readonly structured: JsonObject | null;
    }
  | { readonly kind: 'error'; readonly error: RpcError };

/** What became of a write call. */
export interface Dispatched {
  readonly answer: CallAnswer;
  /** Its row; null where it could not be recorded, and then it was not run either. */
  readonly rowId: number | null;
  readonly succeeded: boolean;
  /** Policy refused it; absent: it did not. */
  readonly byPolicy?: boolean;
  /** It was let through, and refused where its work is done (an upstream's approval); absent: it was not. */
  readonly refused?: boolean;
}

export const toolError = (text: string): CallAnswer => ({
  kind: 'result',
  isError: true,
  text,
  structured: null,
});
