import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  connectReader,
  connectWriter,
  ReadConnection,
  WriteConnection,
} from '../../electron/db/connection.ts';
import type { ReadHandle, SqlParams } from '../../electron/db/handles.ts';

/** The peer of P3: the eight columns with three plain indexes, holding the same writes. */
export const plainTable = async (home: string): Promise<ReadConnection> => {
  const file = join(home, 'plain-table.db');
  if (!existsSync(file)) {
    const partial = `${file}.partial`;
    await rm(partial, { force: true });
    const db = new WriteConnection(connectWriter(partial));
    db.run('ATTACH ? AS whole', [join(home, 'inkwatch.db')]);
    db.transaction(() => {
      db.run(`CREATE TABLE mcp_writes (
        id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp_ms INTEGER NOT NULL, client_info TEXT NOT NULL,
        tool_name TEXT NOT NULL, args_summary TEXT, resulting_chunk_id TEXT, success INTEGER NOT NULL,
        error_message TEXT)`);
      db.run(`INSERT INTO mcp_writes SELECT id, timestamp_ms, client_info, tool_name, args_summary,
        resulting_chunk_id, success, error_message FROM whole.mcp_writes ORDER BY id`);
      for (const column of ['timestamp_ms', 'client_info', 'tool_name']) {
        db.run(`CREATE INDEX by_${column} ON mcp_writes (${column})`);
      }
    });
    db.checkpoint('TRUNCATE');
    db.close();
    await rename(partial, file);
  }
  return new ReadConnection(connectReader(file));
};

export interface PlainFilter {
  readonly client_info?: string;
  readonly tool_name?: string;
  readonly success?: 0 | 1;
  readonly since_ms?: number;
  readonly until_ms?: number;
  readonly text?: string;
}

/** The filter as one writes it for such a table. */
function where(filter: PlainFilter): { readonly sql: string; readonly params: SqlParams } {
  const { client_info, tool_name, success, since_ms, until_ms, text } = filter;
  const like = text === undefined ? undefined : `%${text}%`;
  const parts = [
    ['client_info = ?', client_info],
    ['tool_name = ?', tool_name],
    ['success = ?', success],
    ['timestamp_ms >= ?', since_ms],
    ['timestamp_ms < ?', until_ms],
    ['(args_summary LIKE ? OR error_message LIKE ?)', like],
  ].filter(([, value]) => value !== undefined) as [string, string | number][];
  return {
    sql: ['1', ...parts.map(([sql]) => sql)].join(' AND '),
    params: parts.flatMap(([sql, value]) => (sql.includes('LIKE') ? [value, value] : [value])),
  };
}

export function plainPage(db: ReadHandle, filter: PlainFilter): void {
  const { sql, params } = where(filter);
  db.all(
    `SELECT * FROM mcp_writes WHERE ${sql} ORDER BY timestamp_ms DESC, id DESC LIMIT 60`,
    params,
  );
}

/** Facets of the three dimensions that it has. */
export function plainFacets(db: ReadHandle, filter: PlainFilter): void {
  const { sql, params } = where(filter);
  for (const column of ['client_info', 'tool_name', 'success']) {
    db.all(`SELECT ${column}, count(*) FROM mcp_writes WHERE ${sql} GROUP BY ${column}`, params);
  }
}

export function plainHistogram(db: ReadHandle, filter: PlainFilter): void {
  const { sql, params } = where(filter);
  db.all(
    `SELECT timestamp_ms / 86400000 AS day, success, count(*) FROM mcp_writes WHERE ${sql}
      GROUP BY day, success`,
    params,
  );
}
