import { describe, expect, it } from 'vitest';
import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { UNDO_TOOL } from '../../../shared/tools.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { changeOf } from './change-model.ts';

const version = (number: number): ChunkVersion => ({
  version: number,
  created_ms: number,
  title: 'Q3 plan',
  content: `text ${number}`,
  content_length: 6,
  write_id: number,
});
const detail = (part: Partial<WriteDetail>): WriteDetail => ({
  row: writeRow(),
  chunk_state: 'present',
  chunk_unknown_why: null,
  chunk: null,
  versions: [],
  made_version: null,
  asked_tags: null,
  run: null,
  connection: null,
  undo: { possible: true, why: '' },
  ...part,
});
const chunk: NonNullable<WriteDetail['chunk']> = {
  chunk_id: 'd1-abc',
  title: 'Q3 plan',
  namespace: 'notes',
  version: 1,
  content: 'text',
  content_length: 4,
  tags: ['work'],
  notes: [
    {
      note_id: 'n1',
      text: 'mine',
      created_ms: 1,
      write_id: 7,
      client_info: null,
      client_name: null,
    },
  ],
  created_ms: 1,
  updated_ms: 1,
};

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
