/** A value that a statement is given: JSON's own. Whole numbers are bound as integers. */
export type SqlParam = string | number | boolean | null;
export type SqlParams = readonly SqlParam[] | Readonly<Record<string, SqlParam>>;

/** What an answer may hold. */
export interface SqlLimits {
  readonly rows: number;
  /** Characters of one text; UTF-16 units. */
  readonly cell: number;
  /** Bytes of all rows, as JSON. */
  readonly bytes: number;
}

/** A registered file as a statement reaches it. */
export interface SqlFile {
  /** Absolute, without links. */
  readonly path: string;
  readonly readOnly: boolean;
}

/** One statement, as `checkStatement` let it pass. */
export interface SqlStatement {
  readonly sql: string;
  readonly params: SqlParams;
  readonly limits: SqlLimits;
}

/** What the process does with a file; each on a connection of its own, which ends with it. */
export type SqlWork =
  | ({ readonly kind: 'query' } & SqlStatement)
  | ({ readonly kind: 'execute' } & SqlStatement)
  | { readonly kind: 'integrity' }
  | { readonly kind: 'describe'; readonly table: string | null }
  /** Undoes what a killed writer left half done. */
  | { readonly kind: 'recover' };

/** A value as JSON can hold it. Integers beyond 2^53 are text, so that none is rounded. */
export type SqlCell = string | number | null | { readonly blob_bytes: number };

/** Rows of an answer, and exactly what of them is missing. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlCell[])[];
  readonly rows_shown: number;
  readonly truncated: boolean;
  /** Present where something was cut. */
  readonly cut?: {
    /** There are more rows; nobody counted how many. */
    readonly more_rows?: 'rows' | 'bytes';
    /** Texts that were cut to the limit of one cell. */
    readonly texts?: number;
    /** Columns beyond the limit. */
    readonly columns?: number;
  };
}

export interface SqlAnswer {
  readonly [member: string]: unknown;
}

/** From the core to the process. It works on one job at a time. */
export type SqlOrder =
  | {
      readonly kind: 'work';
      readonly id: number;
      readonly file: SqlFile;
      /** The data folder, whose files are no registered databases. */
      readonly home: string;
      readonly work: SqlWork;
    }
  | { readonly kind: 'commit'; readonly id: number };

/** From the process to the core. */
export type SqlWord =
  /** The statement ran, and nothing of it is in the file. It waits for `commit`. */
  | { readonly kind: 'ready'; readonly id: number }
  | { readonly kind: 'done'; readonly id: number; readonly answer: SqlAnswer }
  | {
      readonly kind: 'failed';
      readonly id: number;
      /** SQLite's name of the error; null: not SQLite's. */
      readonly code: string | null;
      readonly message: string;
      /** The commit itself failed in a way that does not tell whether it holds. */
      readonly unknown: boolean;
    };
