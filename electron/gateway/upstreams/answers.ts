/** What became of a request to a server. */
export type UpstreamAnswer =
  | {
      readonly kind: 'result';
      /** The result as the server wrote it, JSON text. */
      readonly raw: string;
      readonly value: unknown;
      /** It came in an event stream. */
      readonly streamed?: boolean;
    }
  | {
      /** The server's own JSON-RPC error, as it wrote it. */
      readonly kind: 'error';
      readonly raw: string;
      readonly value: unknown;
      readonly streamed?: boolean;
    }
  | {
      /** Certain: it was not carried out. */
      readonly kind: 'failed';
      readonly reason: 'down' | 'refused' | 'cancelled' | 'session-lost';
      /** In words, secrets redacted. */
      readonly why: string;
      /** The HTTP status of a refusal. */
      readonly status?: number;
    }
  | {
      /** It was sent and has no answer: whether it was carried out, nobody knows. It is never repeated. */
      readonly kind: 'unknown';
      readonly reason: 'timeout' | 'cancelled' | 'cut';
      readonly why: string;
    };

/** What a server says unasked. Texts are JSON as it was written; `value` is `params`, parsed. */
export type UpstreamMessage =
  | {
      readonly kind: 'notification';
      readonly method: string;
      readonly params: string | null;
      readonly value: unknown;
    }
  | {
      readonly kind: 'request';
      /** The server's own id for it, JSON text; `notifications/cancelled` of the server names it. */
      readonly id: string;
      readonly method: string;
      readonly params: string | null;
      readonly value: unknown;
      /** Answers it, on the connection it came from; later calls, or after that connection's end, do nothing. */
      readonly respond: (part: 'result' | 'error', raw: string) => void;
    };

export interface RequestOptions {
  /** Aborted: the client cancelled. The server is told so. */
  readonly signal?: AbortSignal;
  /** Milliseconds without answer or progress; default: the server's `callTimeoutMs`; null: no limit. */
  readonly timeoutMs?: number | null;
  /**
   * Takes what belongs to this request: its progress, and over HTTP everything on its own stream. Absent:
   * the session's `onMessage` gets it.
   */
  readonly onMessage?: (message: UpstreamMessage) => void;
  /** More HTTP headers for it, such as `Mcp-Param-…`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's own id, JSON text; a subscription's messages name it. */
  readonly clientId?: string;
  /** True: it changes nothing, so it may be sent again where the server had lost the session. */
  readonly isRead?: boolean;
}
