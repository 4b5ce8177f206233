/** A stored burst: one client wrote at or above the threshold inside the window. */
export interface Burst {
  readonly id: number;
  readonly client_info: string;
  readonly client_name: string | null;
  /** The connections that it came through: one, where clients have their own. Empty: not known. */
  readonly client_ids: readonly string[];
  readonly start_ms: number;
  /** Null while it goes on. */
  readonly end_ms: number | null;
  readonly count: number;
  /** Most writes seen inside one window. */
  readonly peak: number;
  /** Its rows: this client's rows with `first_id <= id <= last_id`. */
  readonly first_id: number;
  readonly last_id: number;
  /** How many of its rows repeat content seen before. */
  readonly repeats: number;
  readonly failures: number;
  /** When a person saw it in the window; null: unread. */
  readonly seen_ms: number | null;
  /** What became of the OS notification. `pending`: not yet known. */
  readonly notified: 'pending' | 'shown' | 'unavailable' | 'failed' | 'muted' | 'off';
}
