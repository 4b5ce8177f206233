import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { emptyFilter } from '../../shared/filter.ts';
import { startExport } from '../audit/export.ts';
import type { ExportJob } from '../audit/export-job.ts';
import { testLedger } from './ledger.ts';
import { tempHome } from './temp-home.ts';

export const everything: ExportJob['scope'] = { kind: 'filter', filter: emptyFilter };

/** A ledger with the ways to export it that tests need; `workerFolder` is asked when an export starts. */
export const exporter = (workerFolder: () => string, ledger = testLedger()) => {
  const folder = tempHome();
  const start = (
    job: Partial<ExportJob> = {},
    onProgress: (written: number, total: number) => void = () => {},
  ) =>
    startExport(
      { database: ledger.database, workerFolder: workerFolder(), weekStart: () => 1 },
      {
        file: join(folder, 'writes.csv'),
        scope: everything,
        format: 'csv',
        byteOrderMark: false,
        timeZone: 'utc',
        ...job,
      },
      onProgress,
    );
  const csv = async (job: Partial<ExportJob> = {}) => {
    expect(await start(job).done).toMatchObject({ state: 'done', why: null });
    return readFileSync(join(folder, 'writes.csv'), 'utf8');
  };
  const records = async (job: Partial<ExportJob> = {}): Promise<Record<string, string>[]> =>
    parse(await csv(job), { columns: true, bom: true, record_delimiter: '\r\n' });
  return { ...ledger, folder, start, csv, records };
};
