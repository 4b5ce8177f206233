import type { Effect, SessionKind, TransportKind } from '../../shared/ledger.ts';
import type { ErrorKind } from '../../shared/outcome.ts';

/** Who made a call, from one identity function for all transports and eras. */
export interface Caller {
  readonly client_info: string;
  readonly client_name: string | null;
  readonly client_version: string | null;
  /** The connection whose token was used; null: none was. */
  readonly client_id: string | null;
  readonly session_id: string;
  readonly session_kind: SessionKind;
  readonly turn_id: string | null;
  readonly call_id: string | null;
  readonly model: string | null;
  readonly transport: TransportKind;
  readonly protocol_version: string | null;
}

/** One write call with its outcome, as the dispatcher hands it to the recorder. */
export interface WriteRecord {
  readonly caller: Caller;
  readonly server_name: string;
  /** Ledger name (`memory.store`), whatever the client called it. */
  readonly tool_name: string;
  /** Identifies without content (design section 2); the recorder writes it as JSON. */
  readonly summary: Readonly<Record<string, unknown>>;
  /** The arguments as received; only their digest is kept. `undefined`: never read. */
  readonly arguments: unknown;
  readonly reason: string | null;
  readonly namespace: string | null;
  readonly started_ms: number;
  /** `pending`: the work is not done yet; its outcome comes with `settle`, or never. */
  readonly outcome: { readonly kind: 'pending' } | SettledOutcome;
  readonly reverts_id: number | null;
  /** Absent: a write. */
  readonly effect?: Effect;
}

/** What became of a write. */
export type SettledOutcome =
  | { readonly kind: 'succeeded'; readonly chunk_id: string | null; readonly elapsed_ms: number }
  | {
      readonly kind: 'failed';
      readonly error_kind: ErrorKind;
      readonly message: string;
      readonly chunk_id: string | null;
      readonly elapsed_ms: number;
    };

/** What became of a write whose row was there first. `unknown`: it went out, and no answer came. */
export type LaterOutcome =
  | SettledOutcome
  | {
      readonly kind: 'unknown';
      readonly error_kind: ErrorKind | null;
      /** Why nobody knows. */
      readonly message: string;
    };
