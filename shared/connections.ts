import { z } from 'zod';
import type { ConnectEntry } from './answers.ts';
import type { ResolvedLabel } from './labels.ts';

/** The connection that every home has: its token is in `endpoint.json`, for the bridge and older entries. */
export const HOME_CONNECTION = 'home';

/** True where a value is an id of our making: `home`, or `c-` with 16 hex digits. */
export const isConnectionId = (value: string): boolean =>
  value === HOME_CONNECTION || /^c-[0-9a-f]{16}$/.test(value);

/** Names that a person takes for the same are the same. */
export const connectionNameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

const name = z.string().trim().min(1).max(64);

export const addConnectionSchema = z.strictObject({ name });

/** A change of one connection; an absent value stays as it is. */
export const changeConnectionSchema = z.strictObject({
  client_id: z.string().min(1).max(128),
  name: name.optional(),
  paused: z.boolean().optional(),
  /** Writes elsewhere are refused; null: anywhere. */
  pinned_namespace: z.string().trim().min(1).max(128).nullable().optional(),
  /** Null: as the settings say for all. */
  writes_per_hour: z.int().min(1).max(1_000_000).nullable().optional(),
});
export type ConnectionChange = z.input<typeof changeConnectionSchema>;

/** What a client called itself on this connection. */
export interface SeenClient {
  readonly client_info: string;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly last_ms: number;
  readonly writes: number;
  /** Whether this name fits the connection's; `unknown` where the connection's name is no known client. */
  readonly agrees: 'agree' | 'disagree' | 'unknown';
}

export const activitySpanMs = 6 * 60 * 60_000;
export const activitySpans = 28;

/** A way in, as the Clients page and `inkwatch connect list` show it. The token is the identity. */
export interface ConnectionView {
  readonly client_id: string;
  readonly name: string;
  readonly created_ms: number;
  /** Null: no call came with its token yet. */
  readonly last_seen_ms: number | null;
  /** Null: in use. */
  readonly revoked_ms: number | null;
  readonly paused: boolean;
  /** Null: not pinned. A pin that names no namespace is dead, and shown so. */
  readonly pinned: ResolvedLabel | null;
  readonly writes_per_hour: number | null;
  readonly counts: {
    readonly writes: number;
    /** Not known to have succeeded. */
    readonly failures: number;
    readonly last_hour: number;
  };
  /** Writes in each of the newest `activitySpans` spans of `activitySpanMs`, oldest first: seven days. */
  readonly activity: readonly number[];
  /** Newest first, at most 20. */
  readonly clients: readonly SeenClient[];
}

/** The token is told this once; only its hash is kept. */
export interface AddedConnection {
  readonly connection: ConnectionView;
  readonly token: string;
  /** Ready-to-copy ways to use it; empty while nothing is served. */
  readonly entries: readonly ConnectEntry[];
}
