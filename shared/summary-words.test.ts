import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSummary, summaryText, summaryWords } from './summary-words.ts';

const row = {
  tool_name: 'memory.store',
  args_summary: '{"title":"Q3 plan","namespace":"notes","tag_count":2}',
  resulting_chunk_id: 'd1-ab',
  success: 1,
  finished_ms: 1,
  error_kind: null,
  error_message: null,
} as const;

test('each tool has its sentence', () => {
  expect(summaryText(row)).toBe('stored “Q3 plan” in notes');
  const note = {
    ...row,
    tool_name: 'memory.note',
    args_summary: '{"chunk_id":"d1-ab","note_text_length":12}',
  };
  expect(summaryText({ ...note, chunk_title: 'Q3 plan' })).toBe(
    'added a note of 12 characters to “Q3 plan”',
  );
  expect(summaryText(note)).toBe('added a note of 12 characters to “d1-ab”');
  const tag = {
    ...row,
    tool_name: 'tree.tag',
    args_summary: '{"chunk_id":"d1-ab","tags":["a","b"]}',
  };
  expect(summaryText(tag)).toBe('tagged “d1-ab” with a, b');
  expect(summaryText({ ...row, tool_name: 'memory.undo', args_summary: '{"write_id":7}' })).toBe(
    'undid write 7',
  );
  const sql = {
    ...row,
    tool_name: 'sql.execute',
    args_summary: JSON.stringify({ db: 'shop', sql: 'DELETE\n FROM orders\u202e' }),
  };
  expect(summaryText(sql)).toBe('ran DELETE FROM orders\\u{202e} in “shop”');
  expect(summaryText({ ...sql, success: 0 })).toMatch(/^tried to run DELETE/);
  expect(summaryText({ ...sql, args_summary: '{}' })).toBe('ran nothing in a database');
  expect(summaryText({ ...sql, tool_name: 'sql.integrity_check' })).toBe('checked “shop”');
  expect(
    summaryText({ ...row, tool_name: 'other.tool', args_summary: '{"db":"main","rows":3}' }),
  ).toBe('other.tool db main, rows 3');
});

test('a gap is told as what it stands for', () => {
  const gap = (summary: object) =>
    summaryText({
      ...row,
      tool_name: 'ledger.gap',
      args_summary: JSON.stringify(summary),
      success: 0,
    });
  const why = 'the disk is full';
  expect(gap({ calls: 10, since_ms: 1, until_ms: 2, went_on: 3, why })).toBe(
    '10 calls left no row (the disk is full)',
  );
  expect(gap({ calls: 1, at_least: true })).toBe('at least 1 call left no row');
  expect(gap({})).toBe('calls left no row');
});

test('only a success is told as done: failed, unknown and refused writes were tried', () => {
  expect(summaryText({ ...row, success: 0, error_kind: 'tool' })).toMatch(
    /^tried to store “Q3 plan”/,
  );
  // Rows of older ledgers say no kind.
  expect(summaryText({ ...row, success: 0 })).toMatch(/^tried to store/);
  expect(summaryText({ ...row, success: 0, finished_ms: null })).toMatch(/^tried to store/);
  expect(
    summaryText({ ...row, success: 0, error_kind: 'refused', error_message: 'hourly limit\n' }),
  ).toBe('refused: hourly limit');
  expect(summaryText({ ...row, success: 0, error_kind: 'refused' })).toBe(
    'refused: no reason recorded',
  );
});

test('a summary that is damaged, foreign or missing is no error', () => {
  for (const text of [null, '', '{', '[]', 'null', '5', '"x"', '{"title":5}']) {
    expect(parseSummary(text)).toBeTypeOf('object');
    expect(summaryText({ ...row, args_summary: text })).toMatch(/^stored without a title/);
  }
});

test('case g07-xss-from-audited-text, a15: words are text on one visible line, whatever was stored', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('memory.store', 'memory.note', 'tree.tag', 'memory.undo', 'other'),
      (text, tool) => {
        const summary = {
          title: text,
          namespace: text,
          chunk_id: text,
          tags: [text],
          write_id: text,
          x: text,
        };
        for (const piece of summaryWords({
          ...row,
          tool_name: tool,
          args_summary: JSON.stringify(summary),
          chunk_title: null,
        })) {
          expect(piece.text).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);
        }
      },
    ),
  );
});

test('a call that the person let through says so', () => {
  const asked = { path: 'a.md', decided_by: 'person' };
  const call = { ...row, tool_name: 'write_file', args_summary: JSON.stringify(asked) };
  expect(summaryText(call)).toBe('write_file path a.md (you approved it)');
});
