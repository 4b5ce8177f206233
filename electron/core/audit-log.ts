import { isAbsolute, resolve } from 'node:path';
import type { RecordedWrite } from '../audit/recorder.ts';
import { createJsonlSink, type JsonlSink, type SinkState } from '../audit/sinks/jsonl.ts';
import type { ReadHandle } from '../db/handles.ts';
import { rowsBetween } from '../db/readers/rows-between.ts';

export interface AuditLogOptions {
  readonly home: string;
  readonly read: ReadHandle;
  readonly warn: (message: string) => void;
  readonly onError: (error: unknown) => void;
}

/** The JSONL file beside the ledger, while one is wanted. Its lines are rows read back after their commit. */
export interface AuditLog {
  /** A relative path is one inside the home, whatever the working folder (case b04); null: no file. */
  configure(path: string | null): void;
  committed(writes: readonly RecordedWrite[]): void;
  /** Null: no file is wanted. */
  state(): SinkState | null;
  close(): Promise<void>;
}

export function createAuditLog({ home, read, warn, onError }: AuditLogOptions): AuditLog {
  let sink: JsonlSink | null = null;
  let fresh: number[] = [];
  const closing = new Set<Promise<void>>();

  const flush = (): void => {
    const ids = new Set(fresh);
    fresh = [];
    if (sink === null || ids.size === 0) return;
    try {
      const rows = rowsBetween(read, Math.min(...ids), Math.max(...ids));
      sink.append(rows.filter(({ id }) => ids.has(id)));
    } catch (error) {
      onError(error);
    }
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
      if (wanted !== null) sink = createJsonlSink({ path: wanted, warn });
    },
    committed(writes) {
      if (sink === null) return;
      // After the answers are out: the file has time, the clients have not.
      if (fresh.length === 0) setImmediate(flush);
      for (const { id } of writes) fresh.push(id);
    },
    state: () => sink?.state() ?? null,
    async close() {
      retire();
      await Promise.all(closing);
    },
  };
}
