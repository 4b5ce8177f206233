import type { OutgoingHttpHeaders } from 'node:http';
import type { JsonRpcId } from '../../wire/json-rpc.ts';
import type { ModernClaim } from '../../wire/mcp-headers.ts';
import type { RawMessage } from '../../wire/raw-message.ts';

/** A message on its way to a server. */
export interface Outgoing {
  /** The whole JSON-RPC message. */
  readonly text: string;
  /** Id of a request; null: it is none. */
  readonly id: number | null;
  /** Empty for an answer. */
  readonly method: string;
  /** What a message of 2026-07-28 repeats in HTTP headers; null: it is of 2025. */
  readonly claim: ModernClaim | null;
  /** More HTTP headers, such as a client's `Mcp-Param-…`. */
  readonly headers: OutgoingHttpHeaders | null;
  /** Aborted: nobody waits for the answer any more. */
  readonly signal: AbortSignal | null;
}

/** Why a request has no answer. */
export type LostRequest =
  /** Certain: the server did not carry it out. */
  | { readonly kind: 'not-run'; readonly why: string; readonly status: number | null }
  /** The server no longer knows the session (HTTP 404), and says so before it carries anything out. */
  | { readonly kind: 'session-lost'; readonly why: string }
  /** It was sent; whether it was carried out is unknown. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Messages per second that nobody asked for (progress, log, requests): a server that sends more is read no
 * faster than this. Answers to calls do not count.
 */
export const mostUnasked = 2000;

export interface LinkEvents {
  /**
   * `request`: the one on whose stream it came; null: the link has one stream for all. `streamed`: it came in
   * an event stream.
   */
  readonly onMessage: (message: RawMessage, request: number | null, streamed?: boolean) => void;
  readonly onLost: (request: number, lost: LostRequest) => void;
  /** A message over the limit was left out. */
  readonly onTooLong: (id: JsonRpcId | null, isCall: boolean) => void;
  /** Something that is no message was left out. */
  readonly onGarbage: (why: string, sample: string) => void;
  /** The link is over, and not because it was closed here. Comes once, and nothing comes after it. */
  readonly onEnd: (why: string) => void;
}

/** One way to one server: a process's pipes, or an endpoint. Carries messages and knows none of them. */
export interface Link {
  readonly pid: number | null;
  /** True where a request is cancelled by ending its stream, in 2026-07-28 over HTTP. */
  readonly hasStreams: boolean;
  send(message: Outgoing): void;
  /** The protocol version that `initialize` settled on; null: there is no session (2026-07-28). */
  settled(version: string | null): void;
  /** From now on the server may send what nobody asked for. */
  listen(): void;
  /** Ends it. For a process: it and all that it started are gone when this resolves. */
  close(): Promise<void>;
}

/** Why a server could not be reached, in words for a person. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  /** The server's own JSON-RPC error as JSON text; null: it gave none. */
  readonly raw: string | null;
  /** The HTTP status it refused with; null: none. */
  readonly status: number | null;
  constructor(why: string, more: { readonly raw?: string; readonly status?: number } = {}) {
    super(why);
    this.raw = more.raw ?? null;
    this.status = more.status ?? null;
  }
}

/** The beginning of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
