import { expect, test } from 'vitest';
import type { WriteDetail } from '../../../shared/answers.ts';
import { writeRow } from '../../lib/write-row.test-help.ts';
import { replayCall } from './replay-call.ts';

const detail = (part: Partial<WriteDetail>): WriteDetail => ({
  row: writeRow({ id: 5, namespace: 'work', reason: 'because', resulting_chunk_id: 'd1-aa' }),
  chunk_state: 'present',
  chunk_unknown_why: null,
  chunk: null,
  versions: [],
  made_version: null,
  asked_tags: null,
  run: null,
  connection: null,
  undo: { possible: false, why: '' },
  ...part,
});

const version = (content: string, content_length = content.length) => ({
  version: 2,
  created_ms: 1,
  title: 'Plan',
  content,
  content_length,
  write_id: 5,
});

test('a store is the call that stores the same version again, tags and reason with it', () => {
  const text = replayCall(
    detail({ versions: [version('two')], made_version: 2, asked_tags: ['q3'] }),
  );
  expect(JSON.parse(text ?? '')).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'memory_store',
      arguments: {
        title: 'Plan',
        content: 'two',
        namespace: 'work',
        tags: ['q3'],
        reason: 'because',
      },
    },
  });
});

test('tags are the ones that were asked for', () => {
  const row = writeRow({ tool_name: 'tree.tag', reason: null, resulting_chunk_id: 'd1-aa' });
  expect(JSON.parse(replayCall(detail({ row, asked_tags: ['a', 'b'] })) ?? '')).toMatchObject({
    params: { name: 'tree_tag', arguments: { chunk_id: 'd1-aa', tags: ['a', 'b'] } },
  });
});

test('what is not kept whole is not made up', () => {
  expect(replayCall(detail({}))).toBeNull();
  expect(replayCall(detail({ versions: [version('cut', 900_000)], made_version: 2 }))).toBeNull();
  const row = writeRow({ tool_name: 'memory.note', resulting_chunk_id: 'd1-aa' });
  expect(replayCall(detail({ row }))).toBeNull();
  expect(replayCall(detail({ row: writeRow({ server_name: 'github' }) }))).toBeNull();
});
