import { isAbsolute, resolve } from 'node:path';
import type { RecordedWrite } from '../audit/recorder.ts';
import { createJsonlSink, type JsonlSink, type SinkState } from '../audit/sinks/jsonl.ts';
import type { ReadHandle } from '../db/handles.ts';
import { rowsWithIds } from '../db/readers/rows-with-ids.ts';

export interface AuditLogOptions {
  readonly home: string;
  readonly read: ReadHandle;
  readonly warn: (message: string) => void;
  readonly onError: (error: unknown) => void;
  /** The file begins or ceases to fail, or is another one. */
  readonly onState?: () => void;
}

/** The JSONL file beside the ledger, while one is wanted. Its lines are rows read back after their commit. */
export interface AuditLog {
  /** A relative path is one inside the home, whatever the working folder (case b04); null: no file. */
  configure(path: string | null): void;
  /** New rows; those whose outcome is to come wait for it. */
  committed(writes: readonly RecordedWrite[]): void;
  /** The outcome of this row came after it, or it is known that none will. */
  settled(id: number): void;
  /** Null: no file is wanted. */
  state(): SinkState | null;
  close(): Promise<void>;
}

/** `INKWATCH_AUDIT_LOG`, against the working folder as on a command line; null: not set. */
export function auditLogFromEnvironment(): string | null {
  const named = process.env.INKWATCH_AUDIT_LOG?.trim() ?? '';
  return named === '' ? null : resolve(named);
}

export function createAuditLog({ home, read, warn, onError, onState }: AuditLogOptions): AuditLog {
  let sink: JsonlSink | null = null;
  let fresh: number[] = [];
  const closing = new Set<Promise<void>>();

  const flush = (): void => {
    const ids = fresh;
    fresh = [];
    if (sink === null || ids.length === 0) return;
    try {
      sink.append(rowsWithIds(read, ids));
    } catch (error) {
      onError(error);
    }
  };

  const add = (id: number): void => {
    if (sink === null) return;
    // After the answers are out: the file has time, the clients have not.
    if (fresh.length === 0) setImmediate(flush);
    fresh.push(id);
  };

  const retire = (): void => {
    flush();
    const closed = sink?.close();
    sink = null;
    if (closed === undefined) return;
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  };

  return {
    configure(path) {
      const wanted =
        path === null || path.trim() === '' ? null : isAbsolute(path) ? path : resolve(home, path);
      if (wanted === (sink?.state().path ?? null)) return;
      retire();
      if (wanted !== null)
        sink = createJsonlSink({ path: wanted, warn, onState: () => onState?.() });
    },
    committed(writes) {
      for (const { id, pending } of writes) if (!pending) add(id);
    },
    settled: add,
    state: () => sink?.state() ?? null,
    async close() {
      retire();
      await Promise.all(closing);
    },
  };
}
