import { expect, it } from 'vitest';
import { testLedger } from '../../testing/ledger.ts';
import { storedToolChoices, storedUpstreams } from '../readers/upstreams.ts';
import { forgetWhole, keepWhole, putToolChoice, putUpstream, removeUpstream } from './upstreams.ts';

const github = {
  name: 'github',
  config: '{}',
  capture: 'summary',
  record: 'writes',
  add_reason: true,
  added_ms: 5,
} as const;

it('keeps servers and what was decided of their tools, and takes both out together', () => {
  const { write, read } = testLedger();
  const choice = { server: 'github', tool: 'create_issue', policy: 'ask', effect: null } as const;
  write.transaction(() => {
    putUpstream(write, github);
    putUpstream(write, { ...github, capture: 'full', added_ms: 9 });
    putToolChoice(write, choice);
    putToolChoice(write, { ...choice, effect: 'read' });
  });
  expect(storedUpstreams(read)).toEqual([{ ...github, capture: 'full' }]);
  expect(storedToolChoices(read)).toEqual([{ ...choice, effect: 'read' }]);
  write.transaction(() => removeUpstream(write, 'github'));
  expect([storedUpstreams(read), storedToolChoices(read)]).toEqual([[], []]);
});

it('what was kept whole ends by its age, oldest first', () => {
  const { write, read } = testLedger();
  const ids = () =>
    read.all<{ write_id: number }>('SELECT write_id FROM upstream_full').map((row) => row.write_id);
  write.transaction(() => {
    for (let n = 1; n <= 4; n += 1) {
      keepWhole(write, { write_id: n, arguments: '{}', result: null, stored_ms: n * 10 });
    }
    keepWhole(write, { write_id: 4, arguments: null, result: '1', stored_ms: 99 });
  });
  expect(read.get('SELECT arguments, result FROM upstream_full WHERE write_id = 4')).toEqual({
    arguments: '{}',
    result: '1',
  });
  expect(write.transaction(() => forgetWhole(write, 35, 2))).toBe(2);
  expect(ids()).toEqual([3, 4]);
});
