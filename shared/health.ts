/** One thing that was looked at. `unknown`: it could not be looked at, which is neither fine nor broken. */
export interface HealthCheck {
  readonly key: string;
  /** What was looked at, in words: "Audit log". */
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem' | 'unknown';
  /** What was found. */
  readonly says: string;
  /** What the person can do about it; null: nothing is to be done. */
  readonly todo: string | null;
  /** Names and figures beneath it: files with sizes, connections with their last write, tables, labels. */
  readonly details: readonly { readonly name: string; readonly value: string }[];
}

/** Calls that left no row, until one row of the ledger stands for them. Times are milliseconds since 1970. */
export interface LostCalls {
  readonly calls: number;
  /** Of these, how many went on to another server or database all the same: they may have been done. */
  readonly went_on: number;
  /** When the first and the last of them came. */
  readonly since_ms: number;
  readonly until_ms: number;
  readonly why: string;
  /** Counted by a process that ended before it could tell: there may have been more. */
  readonly at_least: boolean;
}

/** The Health page and `inkwatch doctor`, in one order. */
export interface HealthReport {
  readonly at_ms: number;
  readonly checks: readonly HealthCheck[];
}

/** A tool is made to throw and then called again on the same connection: was the session alive, was there a row? */
export interface SelfTest {
  readonly at_ms: number;
  readonly passed: boolean;
  readonly steps: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly says: string;
  }[];
}
