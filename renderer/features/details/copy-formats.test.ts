import { describe, expect, it } from 'vitest';
import { ledgerColumns } from '../../../shared/ledger.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { rowAsCsv, rowAsJson } from './copy-formats.ts';

describe('a copied row', () => {
  it('is JSON with the ledger’s own columns, in table order', () => {
    const row = writeRow({ reason: 'because\nof "it"' });
    const read: unknown = JSON.parse(rowAsJson(row));
    expect(Object.keys(read as object)).toEqual([...ledgerColumns]);
    expect(read).toMatchObject({ id: 1, reason: 'because\nof "it"' });
    expect(read).not.toHaveProperty('chunk_title');
  });

  it('e01: is a CSV record that no spreadsheet runs, with its numbers left alone', () => {
    for (const reason of ['=1+1', ' =1+1', '＝1+1', '\t=1+1', '@SUM(A1)', '-5', '+49 30 1234']) {
      const csv = rowAsCsv(writeRow({ reason, elapsed_ms: -4 }));
      expect(csv).toContain(`"'${reason}"`);
      expect(csv).toContain(',-4,');
    }
  });

  it('quotes what holds a comma, a quote or a line break, and has one cell per column', () => {
    const csv = rowAsCsv(writeRow({ args_summary: null, reason: 'a "b", c\r\nd' }));
    expect(csv).toContain('"a ""b"", c\r\nd"');
    expect(rowAsCsv(writeRow({ args_summary: null })).split(',')).toHaveLength(
      ledgerColumns.length,
    );
  });
});
