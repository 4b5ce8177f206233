import { expect, test } from 'vitest';
import { emptyFilter } from '../../shared/filter.ts';
import { testLedger } from '../testing/ledger.ts';
import { putRows, rowWith } from '../testing/rows.ts';
import { page } from './readers/page.ts';
import { writeColumns } from './readers/write.ts';
import { changeMarks, putMarks } from './writers/marks.ts';

const open = { since_ms: null, until_ms: null };
const marked = (mark: 'flagged' | 'reviewed') => ({
  filter: { ...emptyFilter, mark: { only: [mark], hide: [] } },
  bounds: open,
});

const ledger = () => {
  const { write } = testLedger();
  putRows(
    write,
    [1, 2, 3, 4].map((id) => rowWith({ id })),
  );
  return write;
};

test('a mark changes what it names, keeps the rest, and leaves the rows of the ledger as they were', () => {
  const db = ledger();
  const before = db.all(`SELECT ${writeColumns} FROM mcp_writes`);
  changeMarks(db, { ids: [2, 3], flagged: true }, 10);
  changeMarks(db, { ids: [3, 99], reviewed: true, comment: 'asked the team' }, 11);
  const { rows } = page(db, marked('flagged'), 10, null);
  expect(rows.map(({ id, mark }) => ({ id, mark }))).toEqual([
    {
      id: 3,
      mark: { flagged: true, reviewed: true, comment: 'asked the team', changed_ms: 11 },
    },
    { id: 2, mark: { flagged: true, reviewed: false, comment: null, changed_ms: 10 } },
  ]);
  expect(db.get('SELECT count(*) AS n FROM write_marks')).toEqual({ n: 2 });
  expect(db.all(`SELECT ${writeColumns} FROM mcp_writes`)).toEqual(before);
});

test('what a change answers puts the marks back as they were', () => {
  const db = ledger();
  changeMarks(db, { ids: [1], comment: 'keep me' }, 10);
  const before = changeMarks(db, { ids: [1, 2], flagged: true, comment: '' }, 11);
  putMarks(db, before);
  expect(db.all('SELECT write_id, flagged, comment, changed_ms FROM write_marks')).toEqual([
    { write_id: 1, flagged: 0, comment: 'keep me', changed_ms: 10 },
  ]);
});

test('a mark that says nothing any more is gone', () => {
  const db = ledger();
  changeMarks(db, { ids: [4], reviewed: true }, 10);
  changeMarks(db, { ids: [4], reviewed: false }, 11);
  expect(db.all('SELECT * FROM write_marks')).toEqual([]);
  expect(page(db, marked('reviewed'), 10, null).rows).toEqual([]);
});
