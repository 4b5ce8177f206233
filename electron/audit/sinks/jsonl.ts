import type { LedgerRow } from '../../../shared/ledger.ts';
import { AppendError, type AppendFile, createAppendFile } from './append-file.ts';
import { auditLineOf } from './audit-line.ts';

/** How the sink stands, for Health. */
export interface SinkState {
  readonly path: string;
  readonly kind: 'ok' | 'failing';
  /** Since when it fails, milliseconds since 1970, and why; null while it does not. */
  readonly since_ms: number | null;
  readonly why: string | null;
  /** Lines that will never be in the file; since the program started. */
  readonly dropped: number;
}

export interface JsonlSink {
  /** Takes committed rows. Returns at once and never throws: the file must not hold up a write. */
  append(rows: readonly LedgerRow[]): void;
  state(): SinkState;
  /** Writes what waits, for at most `closeMs`; what is left then is dropped. */
  close(): Promise<void>;
}

export interface JsonlSinkOptions {
  /** Absolute. Its folder must exist: a disk that is not there must not be made up. */
  readonly path: string;
  readonly maxBytes?: number;
  readonly keep?: number;
  /** Called once for each time that the file begins to fail. */
  readonly warn: (message: string) => void;
  readonly onState?: (state: SinkState) => void;
  /** Milliseconds and bounds; tests shorten them. */
  readonly limits?: Partial<typeof defaultLimits>;
  readonly now?: () => number;
}

const defaultLimits = {
  lines: 20_000,
  bytes: 16 * 1024 * 1024,
  firstRetryMs: 500,
  longestRetryMs: 30_000,
  closeMs: 2000,
};

/** So that a long queue does not become one long piece of work. */
const linesPerWrite = 500;

/** A file of one JSON line per write, best effort: the ledger is the record, this is for other tools. */
export function createJsonlSink(options: JsonlSinkOptions): JsonlSink {
  const { path, maxBytes = 64 * 1024 * 1024, keep = 5, now = Date.now } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const file: AppendFile = createAppendFile({
    path,
    maxBytes,
    keep,
    onStuck: (why) =>
      options.warn(`The audit log ${path} is full and cannot be set aside (${why}); it grows on.`),
  });
  let waiting: string[] = [];
  let waitingBytes = 0;
  let dropped = 0;
  let failing: { readonly since_ms: number; why: string } | null = null;
  let flushing: Promise<void> | null = null;
  let retry: NodeJS.Timeout | null = null;
  let retryMs = limits.firstRetryMs;
  let closed = false;

  const state = (): SinkState => ({
    path,
    kind: failing === null ? 'ok' : 'failing',
    since_ms: failing?.since_ms ?? null,
    why: failing?.why ?? null,
    dropped,
  });
  const changed = (): void => options.onState?.(state());

  const drop = (lines: number): void => {
    dropped += lines;
    changed();
  };

  const done = (lines: number): void => {
    for (const line of waiting.splice(0, lines)) waitingBytes -= line.length;
  };

  const fail = (error: unknown): void => {
    if (error instanceof AppendError) done(error.writtenLines);
    const why = error instanceof Error ? error.message : String(error);
    if (failing === null) {
      failing = { since_ms: now(), why };
      options.warn(
        `The audit log ${path} cannot be written (${why}); writes go on, and are recorded.`,
      );
    }
    failing.why = why;
    changed();
  };

  /** Writes until nothing waits; false where the file failed. */
  const writeAll = async (): Promise<boolean> => {
    while (waiting.length > 0) {
      try {
        done(await file.write(waiting.slice(0, linesPerWrite)));
      } catch (error) {
        fail(error);
        return false;
      }
      if (failing === null) continue;
      failing = null;
      retryMs = limits.firstRetryMs;
      changed();
    }
    return true;
  };

  const flush = (): void => {
    if (flushing !== null || retry !== null || closed) return;
    flushing = writeAll().then((written) => {
      flushing = null;
      if (written || closed) return;
      retry = setTimeout(() => {
        retry = null;
        flush();
      }, retryMs);
      retry.unref();
      retryMs = Math.min(retryMs * 2, limits.longestRetryMs);
    });
  };

  return {
    append(rows) {
      for (const row of rows) {
        const line = JSON.stringify(auditLineOf(row));
        if (waiting.length >= limits.lines || waitingBytes + line.length > limits.bytes) {
          drop(1);
          continue;
        }
        waiting.push(line);
        waitingBytes += line.length;
      }
      if (waiting.length > 0) flush();
    },
    state,
    async close() {
      closed = true;
      if (retry !== null) clearTimeout(retry);
      const last = (flushing ?? Promise.resolve()).then(writeAll).then(() => file.close());
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limits.closeMs);
      });
      await Promise.race([last.catch(() => {}), limit]);
      clearTimeout(timer);
      if (waiting.length > 0) drop(waiting.length);
      waiting = [];
    },
  };
}
