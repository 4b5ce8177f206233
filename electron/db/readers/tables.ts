import type { ReadHandle } from '../handles.ts';

/** One table of the live schema. */
export interface LiveTable {
  readonly name: string;
  /** Triggers of the schema that write into it. */
  readonly triggers: readonly string[];
  readonly rows: 'some' | 'none' | 'unknown';
}

interface SchemaRow {
  readonly type: 'table' | 'trigger';
  readonly name: string;
  readonly sql: string;
}

const schemaSql = `SELECT type, name, sql FROM sqlite_schema
  WHERE type IN ('table', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql IS NOT NULL
  ORDER BY name`;

/** The tables that code reads and writes: not those that a full-text index keeps for itself, nor views of one. */
export function liveTables(db: ReadHandle): readonly LiveTable[] {
  const schema = db.all<SchemaRow>(schemaSql);
  const tables = schema.filter(({ type }) => type === 'table');
  const indexes = tables.filter(({ sql }) => /USING fts5\b/i.test(sql)).map(({ name }) => name);
  const partsOf = new Set(
    indexes.flatMap((name) =>
      ['data', 'idx', 'content', 'docsize', 'config'].map((part) => `${name}_${part}`),
    ),
  );
  return tables
    .filter(({ name, sql }) => !partsOf.has(name) && !/USING fts5vocab\b/i.test(sql))
    .map(({ name }) => ({
      name,
      triggers: schema
        .filter(({ type, sql }) => type === 'trigger' && writesInto(sql, name))
        .map((trigger) => trigger.name),
      rows: rowsIn(db, name),
    }));
}

function writesInto(sql: string, table: string): boolean {
  const body = sql.slice(sql.search(/\bBEGIN\b/i));
  return new RegExp(`\\b(INTO|UPDATE|DELETE FROM)\\s+"?${table}\\b`, 'i').test(body);
}

function rowsIn(db: ReadHandle, table: string): LiveTable['rows'] {
  try {
    return db.get(`SELECT 1 FROM "${table.replaceAll('"', '""')}" LIMIT 1`) === undefined
      ? 'none'
      : 'some';
  } catch {
    return 'unknown';
  }
}
