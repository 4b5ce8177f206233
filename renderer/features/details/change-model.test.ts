import { describe, expect, it } from 'vitest';
import { UNDO_TOOL } from '../../../shared/tools.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { changeOf } from './change-model.ts';
import { chunk, detail, version } from './detail.test-help.ts';

describe('what a write changed', () => {
  it('is nothing where it failed or was refused', () => {
    const failed = writeRow({ success: 0, error_kind: 'tool' });
    expect(changeOf(detail({ row: failed, made_version: 2, versions: [version(2)] }))).toEqual({
      kind: 'nothing',
    });
  });

  it('is its version against the nearest one before that is kept', () => {
    const versions = [version(5), version(4), version(2)];
    expect(changeOf(detail({ made_version: 4, versions }))).toEqual({
      kind: 'version',
      made: version(4),
      before: version(2),
    });
    expect(changeOf(detail({ made_version: 2, versions }))).toEqual({
      kind: 'first',
      made: version(2),
    });
    expect(changeOf(detail({ made_version: 3, versions }))).toEqual({ kind: 'lost-version' });
  });

  it('is the note it added, or that the note is gone', () => {
    const row = writeRow({ id: 7, tool_name: 'memory.note' });
    expect(changeOf(detail({ row, chunk }))).toEqual({ kind: 'note', text: 'mine' });
    expect(changeOf(detail({ row }))).toEqual({ kind: 'note', text: null });
  });

  it('is the tags, an earlier state put back, or none of these', () => {
    expect(changeOf(detail({ row: writeRow({ tool_name: 'tree.tag' }), chunk }))).toEqual({
      kind: 'tags',
      tags: ['work'],
    });
    expect(changeOf(detail({ row: writeRow({ tool_name: UNDO_TOOL }) })).kind).toBe('undo');
    expect(changeOf(detail({ row: writeRow({ tool_name: 'write_file' }) })).kind).toBe(
      'no-version',
    );
  });
});
