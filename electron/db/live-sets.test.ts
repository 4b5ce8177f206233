import { expect, test } from 'vitest';
import { createMemoryTree } from '../memory/tree.ts';
import { testLedger } from '../testing/ledger.ts';
import { chunkState, labelNow } from './live-sets.ts';
import { saveConnections } from './writers/connections.ts';

test('each kind of label is present, absent or unknown by the live set of its kind', () => {
  const ledger = testLedger();
  const { write } = ledger;
  const tree = createMemoryTree(write);
  const { document_id } = write.transaction(() =>
    tree.store(
      { title: 'T', content: 'c', namespace: 'notes', tags: [] },
      { write_id: 1, now_ms: 1 },
    ),
  );
  const connection = {
    client_id: 'c-1',
    name: 'Cursor',
    token_hash: 'x',
    created_ms: 1,
    last_seen_ms: null,
    revoked_ms: null,
    paused_ms: null,
    pinned_namespace: null,
    writes_per_hour: null,
  };
  saveConnections(write, [
    connection,
    { ...connection, client_id: 'c-2', token_hash: 'y', revoked_ms: 2 },
  ]);
  const state = (
    ...label: Parameters<typeof labelNow> extends [unknown, ...infer Rest] ? Rest : never
  ) => labelNow(write, ...label).label.state;
  expect(state('connection', 'c-1')).toBe('present');
  expect(state('connection', 'c-2')).toBe('absent');
  expect(state('connection', 'nobody')).toBe('absent');
  expect(state('namespace', 'notes')).toBe('present');
  expect(state('namespace', 'Notes')).toBe('absent');
  expect(state('chunk', document_id)).toBe('present');
  expect(state('chunk', 'd99-ab')).toBe('unknown');
  expect(state('upstream', 'inkwatch')).toBe('present');
  expect(state('upstream', 'github')).toBe('absent');
  expect(chunkState(write, document_id, 'github')).toMatchObject({
    state: 'unknown',
    why: expect.stringContaining('github'),
  });
  ledger.close();
  for (const kind of ['connection', 'namespace', 'chunk', 'upstream'] as const) {
    expect(labelNow(write, kind, 'd1-ab').label).toMatchObject({
      state: 'unknown',
      why: expect.stringContaining('cannot be read'),
    });
  }
});
