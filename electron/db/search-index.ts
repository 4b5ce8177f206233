import { packNext, packStale } from './columns/pack.ts';
import { dbErrorKind } from './errors.ts';
import type { WriteHandle } from './handles.ts';
import { searchRow } from './readers/memory.ts';

const progressNames = ['writes', 'memory_versions', 'memory_notes', 'memory_tag_changes'] as const;
type ProgressName = (typeof progressNames)[number];

function upto(db: WriteHandle, name: ProgressName): number {
  return (
    db.get<{ upto: number }>('SELECT upto FROM search_progress WHERE name = ?', [name])?.upto ?? 0
  );
}

function moveUpto(db: WriteHandle, name: ProgressName, to: number | undefined): void {
  if (to !== undefined) db.run('UPDATE search_progress SET upto = ? WHERE name = ?', [to, name]);
}

/**
 * What the ledger's free text looks through, in one text; separators keep fields apart. The two at the end
 * make the last characters the beginning of an indexed piece as well (see text-filter.ts).
 */
function searchedText(row: {
  readonly tool_name: string;
  readonly args_summary: string | null;
  readonly reason: string | null;
  readonly error_message: string | null;
  readonly client_name: string | null;
}): string {
  const texts = [row.tool_name, row.args_summary, row.reason, row.error_message, row.client_name];
  return `${texts.filter((text) => text !== null).join('\n')}\n\n`.replaceAll('\u0000', ' ');
}

/** Indexes the next rows of the ledger. @returns how many there were; fewer than `limit`: none are left. */
export function indexWrites(db: WriteHandle, limit: number): number {
  const rows = db.all<Parameters<typeof searchedText>[0] & { readonly id: number }>(
    `SELECT id, tool_name, args_summary, reason, error_message, client_name FROM mcp_writes
      WHERE id > ? ORDER BY id LIMIT ?`,
    [upto(db, 'writes'), limit],
  );
  for (const row of rows) {
    db.run('INSERT INTO mcp_writes_search (rowid, text) VALUES (?, ?)', [
      row.id,
      searchedText(row),
    ]);
  }
  moveUpto(db, 'writes', rows.at(-1)?.id);
  return rows.length;
}

/**
 * A row's error came after the row: where the index has passed the row, its new text is added. Old pieces
 * stay, which harms nothing, since every hit is compared with its row.
 */
export function indexLateText(db: WriteHandle, id: number): void {
  if (id > upto(db, 'writes')) return;
  const row = db.get<Parameters<typeof searchedText>[0]>(
    `SELECT tool_name, args_summary, reason, error_message, client_name FROM mcp_writes WHERE id = ?`,
    [id],
  );
  if (row === undefined || row.error_message === null) return;
  db.run('INSERT INTO mcp_writes_search (rowid, text) VALUES (?, ?)', [id, searchedText(row)]);
}

/** Brings the full-text row of a document to what the document is now. */
export function indexDocument(db: WriteHandle, document: number): void {
  const row = searchRow.document(document);
  db.run('DELETE FROM memory_search WHERE rowid = ?', [row]);
  db.run(
    `INSERT INTO memory_search (rowid, title, content, tags)
      SELECT ?, title, content, tags FROM memory_documents AS document
        JOIN memory_versions AS version
          ON version.document = document.id AND version.version = document.version
        WHERE document.id = ? AND deleted_ms IS NULL`,
    [row, document],
  );
}

/** Indexes the next changes of the Memory Tree. @returns how many there were, at most 3 × `limit`. */
export function indexMemory(db: WriteHandle, limit: number): number {
  const changedAfter = (table: 'memory_versions' | 'memory_tag_changes') =>
    db.all<{ id: number; document: number }>(
      `SELECT id, document FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      [upto(db, table), limit],
    );
  const versions = changedAfter('memory_versions');
  const tagChanges = changedAfter('memory_tag_changes');
  for (const document of new Set([...versions, ...tagChanges].map((change) => change.document))) {
    indexDocument(db, document);
  }
  const notes = db.all<{ id: number; text: string }>(
    'SELECT id, text FROM memory_notes WHERE id > ? ORDER BY id LIMIT ?',
    [upto(db, 'memory_notes'), limit],
  );
  for (const note of notes) {
    db.run('INSERT INTO memory_search (rowid, notes) VALUES (?, ?)', [
      searchRow.note(note.id),
      note.text,
    ]);
  }
  moveUpto(db, 'memory_versions', versions.at(-1)?.id);
  moveUpto(db, 'memory_tag_changes', tagChanges.at(-1)?.id);
  moveUpto(db, 'memory_notes', notes.at(-1)?.id);
  return versions.length + tagChanges.length + notes.length;
}

/** Indexes all that waits, so that a search right after a write finds it. */
export function catchUpMemory(db: WriteHandle): void {
  db.savepoint(() => {
    while (indexMemory(db, 500) > 0);
  });
}

/** Empties the indexes, so that they are filled again from the rows. */
export function resetSearch(db: WriteHandle): void {
  db.transaction(() => {
    for (const table of ['mcp_writes_search', 'memory_search']) {
      db.run(`INSERT INTO ${table} (${table}) VALUES ('delete-all')`);
    }
    db.run('UPDATE search_progress SET upto = 0');
  });
}

export interface IdleIndexer {
  /** Says that a row was committed: the next idle moment indexes it. */
  nudge(): void;
  close(): void;
}

/** No write for so long is an idle moment. */
const idleMs = 300;
/** So many writes without an idle moment are indexed all the same, or a search would have to catch up too much. */
const mostWaiting = 2_000;
/** How long one step may keep the thread that serves MCP. */
const stepMs = 8;
const stepRows = 20;
const pauseAfterErrorMs = 10_000;

/**
 * Fills the full-text indexes of ledger and memory, and the ledger by column, in idle moments, a few
 * milliseconds at a time, so that a write pays nothing for search and sums. Searches see rows that are not indexed yet all the same.
 */
export function startIdleIndexer(db: WriteHandle, onError: (error: unknown) => void): IdleIndexer {
  let timer: NodeJS.Timeout | null = null;
  let lastWrite = Number.NEGATIVE_INFINITY;
  let waiting = 0;

  const wait = (ms: number) => {
    timer = setTimeout(tick, ms);
    timer.unref();
  };

  /** @returns true where more may wait. */
  const step = (): boolean =>
    db.transaction(() => {
      const until = performance.now() + stepMs;
      for (;;) {
        // Columns first: until they are packed, sums read every row.
        const packed = packStale(db) || packNext(db);
        const done = packed ? 1 : indexMemory(db, stepRows) + indexWrites(db, stepRows);
        if (done === 0) return false;
        if (performance.now() > until) return true;
      }
    });

  const tick = () => {
    timer = null;
    const quiet = performance.now() - lastWrite;
    if (quiet < idleMs && waiting < mostWaiting) return wait(idleMs - quiet);
    try {
      const more = step();
      waiting = more ? waiting : 0;
      if (more) wait(quiet < idleMs ? 4 * stepMs : stepMs);
    } catch (error) {
      if (dbErrorKind(error) !== 'busy') onError(error);
      wait(dbErrorKind(error) === 'busy' ? idleMs : pauseAfterErrorMs);
    }
  };

  wait(idleMs);
  return {
    nudge() {
      lastWrite = performance.now();
      waiting += 1;
      if (timer === null) wait(idleMs);
    },
    close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
