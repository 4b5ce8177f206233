import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Texts that never reach a log line: the home's token. */
  readonly secrets: readonly string[];
  /** Default: standard error, since standard output belongs to machines. */
  readonly destination?: DestinationStream;
}

/** One JSON line per entry on stderr; secrets are replaced, control characters are escaped. */
export function createLog(_options: LogOptions): Log {
  throw new Error('createLog: body follows');
}
