import type { WriteDetail } from '../../../shared/answers.ts';
import { clientAgrees } from '../../../shared/client-names.ts';
import { HOME_CONNECTION } from '../../../shared/connections.ts';
import { EMBEDDED_SERVER, type LedgerRow } from '../../../shared/ledger.ts';
import type { ReadHandle } from '../handles.ts';
import { chunkState } from '../live-sets.ts';
import { connectionName } from './connections.ts';
import { askedTags, chunkNow, chunkVersions, documentOf, versionMadeBy } from './document.ts';
import { withTitles } from './page.ts';
import { undoPlan } from './undo.ts';
import { writeById, writeColumns } from './write.ts';

/** How many neighbours of a run are shown on each side. */
const neighbours = 4;

type Chunk = Pick<
  WriteDetail,
  'chunk_state' | 'chunk_unknown_why' | 'chunk' | 'versions' | 'made_version' | 'asked_tags'
>;

const noChunk: Chunk = {
  chunk_state: 'none',
  chunk_unknown_why: null,
  chunk: null,
  versions: [],
  made_version: null,
  asked_tags: null,
};

function chunkOf(db: ReadHandle, row: LedgerRow): Chunk {
  if (row.resulting_chunk_id === null) return noChunk;
  const { state, why } = chunkState(db, row.resulting_chunk_id, row.server_name);
  const own = row.server_name === EMBEDDED_SERVER;
  const document = own ? documentOf(db, row.resulting_chunk_id) : undefined;
  if (document === undefined) {
    return { ...noChunk, chunk_state: state, chunk_unknown_why: why };
  }
  const made = versionMadeBy(db, document.id, row.id);
  return {
    chunk_state: state,
    chunk_unknown_why: why,
    chunk: chunkNow(db, document),
    versions: chunkVersions(db, document, made),
    made_version: made,
    asked_tags: askedTags(db, document.id, row.id),
  };
}

function runOf(db: ReadHandle, row: LedgerRow): WriteDetail['run'] {
  if (row.session_id === null) return null;
  const run = [row.session_id];
  const key = [row.session_id, row.timestamp_ms, row.id];
  const from = 'FROM mcp_writes INDEXED BY mcp_writes_by_run WHERE session_id = ?';
  const whole = db.get<{ length: number; started_ms: number }>(
    `SELECT count(*) AS length, min(timestamp_ms) AS started_ms ${from}`,
    run,
  );
  const before = db.get<{ n: number }>(
    `SELECT count(*) AS n ${from} AND (timestamp_ms, id) < (?, ?)`,
    key,
  );
  const side = (sign: '<' | '>', order: 'ASC' | 'DESC'): readonly LedgerRow[] =>
    db.all<LedgerRow>(
      `SELECT ${writeColumns} ${from} AND (timestamp_ms, id) ${sign} (?, ?)
        ORDER BY timestamp_ms ${order}, id ${order} LIMIT ${neighbours}`,
      key,
    );
  return {
    session_id: row.session_id,
    position: (before?.n ?? 0) + 1,
    length: whole?.length ?? 1,
    started_ms: whole?.started_ms ?? row.timestamp_ms,
    around: withTitles(db, [...side('<', 'DESC').toReversed(), row, ...side('>', 'ASC')]),
  };
}

/** The connection that a row came through. The home's own token names no client, so nothing can disagree. */
function connectionOf(db: ReadHandle, row: LedgerRow): WriteDetail['connection'] {
  const { client_id } = row;
  if (client_id === null) return null;
  const name = connectionName(db, client_id);
  const agrees =
    name === null || client_id === HOME_CONNECTION
      ? 'unknown'
      : clientAgrees(name, row.client_info);
  return { client_id, name: name ?? client_id, agrees };
}

/** All there is to know about one write; null: no such row. */
export function detail(db: ReadHandle, id: number): WriteDetail | null {
  const row = writeById(db, id);
  if (row === undefined) return null;
  const plan = undoPlan(db, row);
  const [titled] = withTitles(db, [row]);
  return {
    row: titled ?? { ...row, chunk_title: null, mark: null },
    ...chunkOf(db, row),
    run: runOf(db, row),
    connection: connectionOf(db, row),
    undo:
      plan.kind === 'refused'
        ? { possible: false, why: plan.why }
        : { possible: true, why: undoWords[plan.kind] },
  };
}

const undoWords = {
  version: 'Brings back what was there before, as a new version.',
  note: 'Takes the note back.',
  tags: 'Takes back the tags that it added.',
} as const;
