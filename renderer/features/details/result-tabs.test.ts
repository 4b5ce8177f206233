import { describe, expect, it } from 'vitest';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { chunk, detail, version } from './detail.test-help.ts';
import { resultTabs } from './result-tabs.ts';

describe('the tabs of a write', () => {
  it('are all four where it is a text of the memory that is still there', () => {
    const whole = detail({ chunk, versions: [version(1)], made_version: 1 });
    expect(resultTabs(whole)).toEqual(['difference', 'now', 'versions', 'json']);
  });

  it('are no text of now where it is deleted, and no versions where none is kept', () => {
    const deleted = detail({ chunk_state: 'deleted', versions: [version(1)], made_version: 1 });
    expect(resultTabs(deleted)).toEqual(['difference', 'versions', 'json']);
    const failed = detail({
      row: writeRow({ success: 0, error_kind: 'tool' }),
      chunk_state: 'none',
    });
    expect(resultTabs(failed)).toEqual(['difference', 'json']);
  });

  it('are the row alone for a statement, for another server, and for a tool that nobody knows', () => {
    for (const row of [
      { tool_name: 'sql.execute' },
      { server_name: 'files', tool_name: 'write_file' },
      // A server may call its tools as we call ours.
      { server_name: 'files', tool_name: 'memory.store' },
      { server_name: 'files', tool_name: 'write_file', success: 0 as const },
      { tool_name: 'endpoint.access' },
    ]) {
      const one = detail({ row: writeRow(row), chunk_state: 'none' });
      expect(resultTabs(one), JSON.stringify(row)).toEqual(['json']);
    }
  });
});
