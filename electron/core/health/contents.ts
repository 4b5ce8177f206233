import { lstatSync } from 'node:fs';
import type { HealthCheck } from '../../../shared/health.ts';
import type { ReadHandle } from '../../db/handles.ts';
import { labelNow } from '../../db/live-sets.ts';
import { connectionRows } from '../../db/readers/connections.ts';
import { databaseRows } from '../../db/readers/databases.ts';
import { searchBacklog } from '../../db/readers/search-backlog.ts';
import { liveTables } from '../../db/readers/tables.ts';
import { storedToolChoices } from '../../db/readers/upstreams.ts';
import { tableWriters } from '../../db/table-uses.ts';
import { check, many } from './check.ts';
import { type HealthSources, ledgerOf } from './sources.ts';

/** What the ledger holds: does each table have a writer, each label a member, each registered file a file? */
export function contentChecks(sources: HealthSources): readonly HealthCheck[] {
  return [tables(sources), labels(sources), search(sources), databases(sources)];
}

function tables(sources: HealthSources): HealthCheck {
  return check('tables', 'Tables', () => {
    const found = liveTables(ledgerOf(sources)).map(({ name, triggers, rows }) => ({
      name,
      rows,
      writers: [
        ...(Object.hasOwn(tableWriters, name) ? (tableWriters[name] ?? []) : []),
        ...triggers,
      ],
    }));
    const orphans = found.filter(({ writers }) => writers.length === 0);
    const empty = found.filter(({ rows }) => rows === 'none');
    const rowWords = {
      some: 'has rows',
      none: 'no row yet',
      unknown: 'rows not looked at',
    } as const;
    const details = found.map(({ name, rows, writers }) => ({
      name,
      value: `${writers.length === 0 ? 'no writer' : 'has a writer'}, ${rowWords[rows]}`,
    }));
    return orphans.length === 0
      ? {
          state: 'ok',
          says: `All ${found.length} have a writer; ${many(empty.length, 'holds', 'hold')} no row yet.`,
          details,
        }
      : {
          state: 'warning',
          says: `Nothing in this program writes ${orphans.map(({ name }) => name).join(', ')}.`,
          todo: 'Another program made it, or this version of Inkwatch is not whole. Tell us.',
          details,
        };
  });
}

/** Names that a person, or this program for them, stored to mean something that is there. */
function storedLabels(db: ReadHandle) {
  const pins = connectionRows(db).flatMap((row) =>
    row.pinned_namespace === null || row.revoked_ms !== null
      ? []
      : [
          {
            what: `The pin of “${row.name}”`,
            resolved: labelNow(db, 'namespace', row.pinned_namespace),
          },
        ],
  );
  const servers = [...new Set(storedToolChoices(db).map(({ server }) => server))];
  return [
    ...pins,
    ...servers.map((server) => ({
      what: 'A choice about tools',
      resolved: labelNow(db, 'upstream', server),
    })),
  ];
}

function labels(sources: HealthSources): HealthCheck {
  return check('labels', 'Names that stand for something', () => {
    const found = storedLabels(ledgerOf(sources));
    const dead = found.filter(({ resolved }) => resolved.label.state === 'absent');
    const unknown = found.filter(({ resolved }) => resolved.label.state === 'unknown');
    const details = found.map(({ what, resolved: { kind, name, label } }) => ({
      name: `${what}: ${kind} ${name}`,
      value: label.state === 'unknown' ? `unknown: ${label.why}` : label.state,
    }));
    if (dead.length > 0) {
      return {
        state: 'warning',
        says: `${many(dead.length, 'name stands', 'names stand')} for nothing that is there now.`,
        todo: 'Choose another namespace for the connection, or remove the pin; a pinned connection makes its namespace with its first write.',
        details,
      };
    }
    if (unknown.length > 0) {
      return { state: 'unknown', says: 'Some could not be looked up.', details };
    }
    return {
      state: 'ok',
      says: found.length === 0 ? 'There are none.' : 'All of them do.',
      details,
    };
  });
}

/** The idle indexer does a few thousand rows a second. */
const longBacklog = 50_000;

function search(sources: HealthSources): HealthCheck {
  return check('search', 'Search index', () => {
    const rows = searchBacklog(ledgerOf(sources));
    if (rows === 0) return { state: 'ok', says: 'It knows every row.' };
    const says = `${many(rows, 'row waits', 'rows wait')} to be indexed; searches find them all the same, only slower.`;
    if (rows < longBacklog) return { state: 'ok', says };
    return {
      state: 'warning',
      says,
      todo: 'Leave Inkwatch running: it catches up in idle moments.',
    };
  });
}

function databases(sources: HealthSources): HealthCheck {
  return check('databases', 'Registered databases', () => {
    const found = databaseRows(ledgerOf(sources)).map(({ name, path }) => ({
      name,
      path,
      file: fileNow(path),
    }));
    const details = found.map(({ name, path, file }) => ({ name, value: `${path} (${file})` }));
    const absent = found.filter(({ file }) => file === 'absent');
    if (absent.length > 0) {
      return {
        state: 'warning',
        says: `The file of ${absent.map(({ name }) => name).join(', ')} is not there.`,
        todo: 'Put it back, or take it out with `inkwatch db remove NAME`.',
        details,
      };
    }
    if (found.some(({ file }) => file === 'unknown')) {
      return { state: 'unknown', says: 'Some of their folders cannot be looked into.', details };
    }
    return {
      state: 'ok',
      says: found.length === 0 ? 'There are none.' : 'Their files are there.',
      details,
    };
  });
}

function fileNow(path: string): 'present' | 'absent' | 'unknown' {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined ? 'absent' : 'present';
  } catch {
    return 'unknown';
  }
}
