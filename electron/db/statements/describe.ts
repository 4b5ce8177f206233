import type Database from 'better-sqlite3';
import { cutCharacters } from '../../../shared/text.ts';
import type { SqlAnswer } from './sql-message.ts';

const most = { tables: 100, columns: 200, indexes: 50, sql: 8000, text: 200 } as const;

interface TableRow {
  readonly name: string;
  readonly type: string;
}

/** Tables and views with columns, keys and indexes. @param table only this one, with its own SQL */
export function describeDatabase(database: Database.Database, table: string | null): SqlAnswer {
  const found = database
    .prepare(
      `SELECT name, type FROM pragma_table_list
       WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND (@table IS NULL OR name = @table COLLATE NOCASE)
       ORDER BY name LIMIT @most`,
    )
    .all({ table, most: most.tables + 1 }) as readonly TableRow[];
  if (table !== null && found.length === 0) throw new Error('no such table or view');
  const tables = found.slice(0, most.tables).map((one) => ({
    ...describeTable(database, one),
    ...(table === null ? {} : { sql: sqlOf(database, one.name) }),
  }));
  const truncated = found.length > most.tables;
  return {
    tables,
    truncated,
    ...(truncated ? { cut: { more_tables: true } } : {}),
  };
}

function describeTable(database: Database.Database, { name, type }: TableRow) {
  const shown = { name: cut(name), kind: type };
  try {
    return { ...shown, ...membersOf(database, name, type) };
  } catch (error) {
    // A view over a table that is gone, a virtual table whose module is not here.
    return { ...shown, problem: cut(error instanceof Error ? error.message : String(error)) };
  }
}

function membersOf(database: Database.Database, name: string, type: string) {
  const columns = database
    .prepare(
      'SELECT name, type, "notnull" AS not_null, pk, dflt_value, hidden FROM pragma_table_xinfo(?) LIMIT ?',
    )
    .all(name, most.columns + 1) as readonly {
    readonly name: string;
    readonly type: string;
    readonly not_null: number;
    readonly pk: number;
    readonly dflt_value: string | null;
    readonly hidden: number;
  }[];
  const shownColumns = columns.slice(0, most.columns).map((column) => ({
    name: cut(column.name),
    type: cut(column.type),
    ...(column.not_null === 1 ? { not_null: true } : {}),
    ...(column.pk > 0 ? { primary_key: column.pk } : {}),
    ...(column.dflt_value === null ? {} : { default: cut(column.dflt_value) }),
    ...(column.hidden > 1 ? { generated: true } : {}),
  }));
  const more = columns.length > most.columns ? { more_columns: true } : {};
  if (type !== 'table') return { columns: shownColumns, ...more };
  return {
    columns: shownColumns,
    ...more,
    foreign_keys: foreignKeysOf(database, name),
    indexes: indexesOf(database, name),
  };
}

function foreignKeysOf(database: Database.Database, table: string) {
  const keys = database
    .prepare(
      'SELECT "from" AS from_column, "table" AS to_table, "to" AS to_column FROM pragma_foreign_key_list(?) ORDER BY id, seq LIMIT ?',
    )
    .all(table, most.indexes) as readonly {
    readonly from_column: string;
    readonly to_table: string;
    readonly to_column: string | null;
  }[];
  return keys.map((key) => ({
    column: cut(key.from_column),
    table: cut(key.to_table),
    ...(key.to_column === null ? {} : { to: cut(key.to_column) }),
  }));
}

function indexesOf(database: Database.Database, table: string) {
  const indexes = database
    .prepare('SELECT name, "unique" AS is_unique FROM pragma_index_list(?) ORDER BY seq LIMIT ?')
    .all(table, most.indexes) as readonly { readonly name: string; readonly is_unique: number }[];
  const columns = database
    .prepare("SELECT coalesce(name, '(expression)') FROM pragma_index_info(?) ORDER BY seqno")
    .pluck();
  return indexes.map(({ name, is_unique }) => ({
    name: cut(name),
    unique: is_unique === 1,
    columns: (columns.all(name) as readonly string[]).map(cut),
  }));
}

function sqlOf(database: Database.Database, name: string): string | null {
  const sql = database
    .prepare('SELECT sql FROM main.sqlite_schema WHERE name = ? AND sql IS NOT NULL')
    .pluck()
    .get(name);
  return typeof sql === 'string' ? cutCharacters(sql.toWellFormed(), most.sql) : null;
}

const cut = (text: string): string => cutCharacters(text.toWellFormed(), most.text);
