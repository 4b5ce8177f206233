import type Database from 'better-sqlite3';
import { sqliteCode } from '../errors.ts';
import {
  busyMs,
  connectRegistered,
  recover,
  requireAlone,
  withReader,
} from './connect-registered.ts';
import { describeDatabase } from './describe.ts';
import type { SqlAnswer, SqlFile, SqlRows, SqlStatement, SqlWork } from './sql-message.ts';
import { boundParams, cellOf, createRowCollector } from './values.ts';

/** A statement that ran in a transaction which is still open. */
export interface OpenWrite {
  readonly answer: SqlAnswer;
  /** @throws where it could not be committed; then it is undone, as far as SQLite can tell */
  commit(): void;
}

/** Work that changes nothing. @throws SQLite's error, or one in our words */
export function runRead(file: SqlFile, work: Exclude<SqlWork, { kind: 'execute' }>): SqlAnswer {
  switch (work.kind) {
    case 'query':
      return withReader(file, (database) => query(database, work));
    case 'integrity':
      return withReader(file, checkIntegrity);
    case 'describe':
      return withReader(file, (database) => describeDatabase(database, work.table));
    case 'recover':
      if (!file.readOnly) recover(file);
      return {};
  }
}

function query(database: Database.Database, asked: SqlStatement): SqlAnswer {
  const statement = database.prepare(asked.sql);
  // The connection could not write anyway. This says so before it runs, by what SQLite compiled.
  if (!statement.readonly || !statement.reader) {
    throw new Error('the statement writes: use sql.execute');
  }
  const rows = readRows(statement, asked);
  requireAlone(database);
  return { ...rows };
}

function readRows(statement: Database.Statement, asked: SqlStatement): SqlRows {
  const names = statement.columns().map(({ name }) => name);
  const collector = createRowCollector(names, asked.limits);
  statement.raw(true).safeIntegers(true);
  // Leaving the loop resets the statement: rows beyond the limits are never computed.
  for (const row of statement.iterate(...boundParams(asked))) {
    if (!collector.add(row as readonly unknown[])) break;
  }
  return collector.rows();
}

/** Runs a statement that may write, in a transaction of its own that it leaves open. */
export function runWrite(file: SqlFile, asked: SqlStatement): OpenWrite {
  const database = connectRegistered(file, 'write');
  try {
    database.exec('BEGIN IMMEDIATE');
    const answer = write(database, asked);
    if (!database.inTransaction) throw new Error('the statement ended its own transaction');
    requireAlone(database);
    return { answer, commit: () => commit(database) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function write(database: Database.Database, asked: SqlStatement): SqlAnswer {
  const one = (what: string) => database.prepare(`SELECT ${what}`).pluck().safeIntegers();
  const total = one('total_changes()');
  const before = total.get();
  const statement = database.prepare(asked.sql);
  // All changes are made before the first row is returned (sqlite.org/lang_returning.html).
  const returned = statement.reader ? readRows(statement, asked) : null;
  if (returned === null) statement.run(...boundParams(asked));
  const changes = total.get() === before ? 0n : one('changes()').get();
  // The connection is new: it has inserted nothing before.
  const inserted = one('last_insert_rowid()').get();
  return {
    changes: cellOf(changes, asked.limits.cell),
    ...(inserted === 0n ? {} : { last_insert_rowid: cellOf(inserted, asked.limits.cell) }),
    ...returned,
  };
}

function commit(database: Database.Database): void {
  try {
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  } finally {
    database.close();
  }
}

const mostProblems = 50;
const longestProblem = 300;

function checkIntegrity(database: Database.Database): SqlAnswer {
  const found = database
    .prepare(`PRAGMA main.integrity_check(${mostProblems})`)
    .pluck()
    .all() as readonly string[];
  const ok = found.length === 1 && found[0] === 'ok';
  const problems = ok ? [] : found.map((text) => String(cellOf(text, longestProblem)));
  return { ok, problems, truncated: problems.length >= mostProblems };
}

/** SQLite's error in words for the agent. */
export function workError(error: unknown): string {
  const code = sqliteCode(error) ?? '';
  const message = error instanceof Error ? error.message : String(error);
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return `another program is holding the database: waited ${busyMs / 1000} s. Try again later`;
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return `${message} (it is registered, or lies on the disk, as read-only)`;
  }
  if (code.startsWith('SQLITE_CANTOPEN')) {
    return `${message}: the file or its folder cannot be used; check their permissions`;
  }
  return message;
}
