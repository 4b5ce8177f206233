import type { ChunkVersion, WriteDetail } from '../../../shared/answers.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';

export const version = (number: number): ChunkVersion => ({
  version: number,
  created_ms: number,
  title: 'Q3 plan',
  content: `text ${number}`,
  content_length: 6,
  write_id: number,
});
export const detail = (part: Partial<WriteDetail>): WriteDetail => ({
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
export const chunk: NonNullable<WriteDetail['chunk']> = {
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
