import { describe, expect, it } from 'vitest';
import { ledgerColumns } from '../../../shared/ledger.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { rowAsCsv, rowAsJson, writesAsText } from './copy-formats.ts';

describe('several copied rows', () => {
  const rows = [
    writeRow({ id: 2, reason: 'tab\there\nand \u202e' }),
    writeRow({
      id: 1,
      mark: { flagged: true, reviewed: false, comment: '=look', changed_ms: 1 },
    }),
  ];

  it('are an array, or records under a header as an export writes them', () => {
    expect(JSON.parse(writesAsText(rows, 'json'))).toMatchObject([
      { id: 2, flagged: 0 },
      { id: 1, flagged: 1, comment: '=look' },
    ]);
    const [header, ...records] = writesAsText(rows, 'csv').split('\r\n');
    expect(header?.endsWith('row_hash,flagged,reviewed,comment')).toBe(true);
    expect(records).toHaveLength(2);
    expect(records[1]).toMatch(/,1,0,"'=look"$/);
  });

  it('are one line each, with what cannot be seen written out', () => {
    const lines = writesAsText(rows, 'lines').split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]?.split('\t')).toHaveLength(6);
    expect(lines[0]).not.toContain('\u202e');
  });
});

describe('a copied row', () => {
  it('is JSON with the ledger’s own columns, in table order, and the marks after them', () => {
    const row = writeRow({ reason: 'because\nof "it"' });
    const read: unknown = JSON.parse(rowAsJson(row));
    expect(Object.keys(read as object)).toEqual([
      ...ledgerColumns,
      'flagged',
      'reviewed',
      'comment',
    ]);
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
      ledgerColumns.length + 3,
    );
  });
});
