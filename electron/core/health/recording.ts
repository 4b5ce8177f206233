import { fileErrorWords } from '../../../shared/file-errors.ts';
import type { HealthCheck, LostCalls } from '../../../shared/health.ts';
import { compareWithHighWater, newestRow, readHighWater } from '../../db/high-water.ts';
import { noticedLosses } from '../../db/history.ts';
import { gapRows } from '../../db/readers/gaps.ts';
import { pageDamage } from '../../db/readers/page-damage.ts';
import { readLosses } from '../../home/losses-file.ts';
import { check, many, time, withLocalTimes } from './check.ts';
import { type HealthSources, ledgerOf } from './sources.ts';

/** Does each write leave a row, now and until now? */
export function recordingChecks(sources: HealthSources): readonly HealthCheck[] {
  return [
    recording(sources),
    losses(sources),
    ledger(sources),
    history(sources),
    auditLog(sources),
  ];
}

function recording({ core }: HealthSources): HealthCheck {
  return check('recording', 'Recording', () => {
    if (core === null) {
      return {
        state: 'unknown',
        says: 'Inkwatch does not run now, so nothing is served and nothing recorded.',
        todo: 'Start Inkwatch; clients that use `inkwatch stdio` start it by themselves.',
      };
    }
    const { recording } = core;
    if (recording.kind === 'recording') return { state: 'ok', says: 'Every write leaves a row.' };
    return {
      state: 'problem',
      says: `Not recording since ${time(recording.since_ms)}: ${recording.why}.`,
      todo: 'Remove what is in the way; recording goes on by itself within two seconds.',
      details: [{ name: 'Calls without a row', value: String(recording.lost) }],
    };
  });
}

const recentMs = 7 * 24 * 60 * 60_000;

function losses(sources: HealthSources): HealthCheck {
  return check('losses', 'Calls without rows', () => {
    const untold = sources.core === null ? readLosses(sources.paths.losses) : sources.core.untold;
    if (untold !== null) {
      return {
        state: 'problem',
        says: `${many(untold.calls, 'call')} left no row, and no row stands for them yet.`,
        todo: 'Once the ledger can be written, one row says so by itself.',
        details: lossDetails(untold),
      };
    }
    const rows = gapRows(ledgerOf(sources), 5);
    const details = rows.map(({ id, timestamp_ms, error_message }) => ({
      name: `Write ${id}, ${time(timestamp_ms)}`,
      value: withLocalTimes(error_message ?? ''),
    }));
    const recent = rows.filter(({ timestamp_ms }) => timestamp_ms > sources.nowMs - recentMs);
    if (recent.length > 0) {
      return {
        state: 'warning',
        says: `Within the last week ${many(recent.length, 'row stands', 'rows stand')} for calls that could not be recorded.`,
        todo: 'Look at these rows: what they stand for was not recorded one by one.',
        details,
      };
    }
    return { state: 'ok', says: 'None is known of within the last week.', details };
  });
}

function lossDetails(lost: LostCalls): HealthCheck['details'] {
  return [
    { name: 'First', value: time(lost.since_ms) },
    { name: 'Last', value: time(lost.until_ms) },
    { name: 'Went on all the same', value: String(lost.went_on) },
    { name: 'Why', value: lost.why },
  ];
}

function ledger({ core, db, paths }: HealthSources): HealthCheck {
  return check('ledger', 'Ledger file', () => {
    const details = [{ name: 'File', value: paths.database }];
    if (core === null) {
      if ('unreadable' in db) {
        return {
          state: db.wrong ? 'problem' : 'unknown',
          says: db.unreadable,
          todo: db.wrong
            ? 'Check its permissions. Where it is damaged, start Inkwatch: it keeps the file under a dated name and begins a new one.'
            : null,
          details,
        };
      }
      const damage = pageDamage(db);
      return damage === null
        ? { state: 'ok', says: 'It can be read.', details }
        : {
            state: 'problem',
            says: `It is damaged: ${damage}.`,
            todo: 'Start Inkwatch: it keeps the file under a dated name and begins a new one.',
            details,
          };
    }
    switch (core.ledger.kind) {
      case 'ok':
        return core.ledger.warning === undefined
          ? { state: 'ok', says: 'It can be read and written.', details }
          : {
              state: 'warning',
              says: core.ledger.warning,
              todo: 'Compare with a backup where rows may be missing.',
              details,
            };
      case 'read-only':
        return {
          state: 'problem',
          says: core.ledger.why,
          todo: 'Until then rows are shown, and none is added.',
          details,
        };
      case 'unreadable':
        return {
          state: core.ledger.setAside === null ? 'problem' : 'warning',
          says: core.ledger.why,
          todo:
            core.ledger.setAside === null
              ? 'Remove what is in the way; nothing has to be restarted.'
              : `Keep ${core.ledger.setAside}: it holds the earlier rows.`,
          details,
        };
    }
  });
}

function history(sources: HealthSources): HealthCheck {
  return check('history', 'History', () => {
    const db = ledgerOf(sources);
    const newest = newestRow(db);
    const mark = readHighWater(sources.paths.highWater);
    const verdict = mark === null ? 'whole' : compareWithHighWater(db, mark);
    const noticed = noticedLosses(db);
    const details = [
      { name: 'Newest row', value: newest.id === 0 ? 'none' : `write ${newest.id}` },
      ...noticed.map(({ expected_id, found_id, noticed_ms }) => ({
        name: `Noticed ${time(noticed_ms)}`,
        value: `the ledger ended at write ${found_id} instead of ${expected_id}`,
      })),
    ];
    if (verdict !== 'whole') {
      return {
        state: 'problem',
        says: `Write ${mark?.id ?? 0}, which was recorded, is ${verdict === 'shorter' ? 'missing' : 'another one now'}.`,
        todo: 'Run `inkwatch verify`, and look for the file that was here before.',
        details,
      };
    }
    if (noticed.length > 0) {
      return {
        state: 'warning',
        says: 'Rows went missing in the past.',
        todo: 'Run `inkwatch verify` to see where the chain is broken.',
        details,
      };
    }
    return mark === null && newest.id > 0
      ? {
          state: 'unknown',
          says: 'There is no mark outside the ledger to compare it with.',
          details,
        }
      : {
          state: 'ok',
          says: 'It ends where it was known to end. Only `inkwatch verify` recomputes the whole chain.',
          details,
        };
  });
}

function auditLog({ core, settings }: HealthSources): HealthCheck {
  return check('audit-log', 'Audit log', () => {
    if (core === null) {
      return settings.auditLog === null
        ? { state: 'ok', says: 'None is wanted.' }
        : {
            state: 'unknown',
            says: 'It is written only while Inkwatch runs.',
            details: [{ name: 'File', value: settings.auditLog }],
          };
    }
    const sink = core.auditLog;
    if (sink === null) return { state: 'ok', says: 'None is wanted.' };
    const details = [
      { name: 'File', value: sink.path },
      { name: 'Lines dropped since the start', value: String(sink.dropped) },
    ];
    if (sink.kind === 'failing') {
      const words = fileErrorWords(sink.why ?? '');
      return {
        state: 'problem',
        says: `It cannot be written since ${time(sink.since_ms ?? 0)}: ${words?.why ?? sink.why ?? ''}. The ledger itself is not concerned: every write is recorded there.`,
        todo: `${words?.todo ?? `Make ${sink.path} writable, or choose another file`}; the file is named under Settings, Audit log. It is tried again by itself.`,
        details,
      };
    }
    return sink.dropped > 0
      ? {
          state: 'warning',
          says: 'Lines are missing in it that the ledger has.',
          todo: 'Export the time in question from the ledger.',
          details,
        }
      : { state: 'ok', says: 'It is written.', details };
  });
}
