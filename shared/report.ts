import type { Burst } from './burst.ts';
import type { ErrorKind, ShownOutcome } from './outcome.ts';

export type OutcomeCounts = Readonly<Record<ShownOutcome, number>>;

/** A value with how often it was written, and how often not known to have worked. */
export interface ReportCount {
  /** What goes into a filter. */
  readonly value: string;
  readonly label: string;
  readonly writes: number;
  readonly failures: number;
}

/** How much one client wrote to one place. */
export interface ReportPlace {
  readonly client: string;
  readonly label: string;
  readonly server: string;
  /** Null: none was named. */
  readonly namespace: string | null;
  readonly writes: number;
  readonly failures: number;
}

export interface ReportRun {
  readonly session_id: string;
  readonly client: string;
  readonly writes: number;
  readonly failures: number;
  readonly first_ms: number;
  readonly last_ms: number;
}

/** Writes that failed the same way. */
export interface ReportCause {
  readonly outcome: ShownOutcome;
  readonly kind: ErrorKind | null;
  readonly tool: string;
  readonly writes: number;
  /** The newest of them, and what it said. */
  readonly write_id: number;
  readonly message: string | null;
}

/** Something that the ledger never saw before this time. */
export interface ReportFirst {
  readonly kind: 'client' | 'tool';
  readonly value: string;
  readonly label: string;
  readonly first_ms: number;
  readonly write_id: number;
  readonly writes: number;
}

export interface ReportDocument {
  readonly chunk_id: string;
  /** Null: this ledger does not know the document. */
  readonly title: string | null;
  readonly namespace: string | null;
  readonly changes: number;
  readonly clients: number;
  readonly last_ms: number;
}

/** What was written in `[since_ms, until_ms)`. Lists are cut at a screenful; totals are of everything. */
export interface Report {
  readonly since_ms: number;
  readonly until_ms: number;
  readonly writes: number;
  readonly outcomes: OutcomeCounts;
  /**
   * What it is compared with: as many days before it. Of a time that is not over, only as much of them as
   * has gone by of it.
   */
  readonly before: {
    readonly since_ms: number;
    readonly until_ms: number;
    readonly writes: number;
    /** True: these are all of the days. */
    readonly whole: boolean;
  };
  /** Local days. */
  readonly days: readonly {
    readonly since_ms: number;
    readonly until_ms: number;
    readonly counts: OutcomeCounts;
  }[];
  readonly clients: readonly ReportCount[];
  readonly tools: readonly ReportCount[];
  readonly places: readonly ReportPlace[];
  readonly runs: readonly ReportRun[];
  readonly runs_total: number;
  readonly causes: readonly ReportCause[];
  readonly bursts: readonly Burst[];
  readonly firsts: readonly ReportFirst[];
  readonly documents: readonly ReportDocument[];
  readonly documents_total: number;
}
