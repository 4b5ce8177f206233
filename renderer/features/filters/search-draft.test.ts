import { describe, expect, it } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../../shared/filter.ts';
import { chipsOf, removeChip } from '../../../shared/query/chips.ts';
import { printQuery } from '../../../shared/query/print.ts';
import { readDraft, textAsTyped } from './search-draft.ts';

const read = (draft: string, filter: WriteFilter = emptyFilter, whole = false) =>
  readDraft(draft, filter, { now: 0 }, whole);

describe('the search box', () => {
  it('takes free text at once and keeps it in the box', () => {
    const reading = read('launch plan');
    expect(reading.filter.text).toBe('launch plan');
    expect(reading.rest).toBe('launch plan');
  });

  it('waits for a condition to be ended by a space', () => {
    const open = read('plan tool:mem');
    expect(open.filter).toMatchObject({ text: 'plan', tool: { only: [] } });
    expect(open.rest).toBe('plan tool:mem');

    const ended = read('plan tool:memory.store ');
    expect(ended.filter).toMatchObject({ text: 'plan', tool: { only: ['memory.store'] } });
    expect(ended.rest).toBe('plan');
  });

  it('or by Enter', () => {
    const reading = read('-tool:tree.tag', emptyFilter, true);
    expect(reading.filter.tool.hide).toEqual(['tree.tag']);
    expect(reading.rest).toBe('');
  });

  it('adds conditions to those that are chips already; the newest word on a value wins', () => {
    const filter = read('client:codex tool:a ').filter;
    const more = read('client:cursor -tool:a ', filter);
    expect(more.filter.client.only).toEqual(['codex', 'cursor']);
    expect(more.filter.tool).toEqual({ only: [], hide: ['a'] });
  });

  it('sets the time, a run or a burst, and leaves what it does not name', () => {
    const filter = { ...emptyFilter, run: 'r1' };
    expect(read('since:7d ', filter).filter).toMatchObject({
      time: { kind: 'last', amount: 7, unit: 'd' },
      run: 'r1',
    });
    expect(read('burst:3 ', filter).filter).toMatchObject({ burst: 3, run: 'r1' });
  });

  it('changes nothing where something cannot be read, and says where and what', () => {
    const reading = read('is:broken plan ');
    expect(reading.filter).toBe(emptyFilter);
    expect(reading.rest).toBe('is:broken plan ');
    expect(reading.errors[0]).toMatchObject({ start: 0, end: 9 });
  });

  it('keeps text that looks like a condition as text when it is in quotes', () => {
    const reading = read('"tool:x"', emptyFilter, true);
    expect(reading.filter).toMatchObject({ text: 'tool:x', tool: { only: [] } });
    expect(read(textAsTyped('tool:x'), emptyFilter, true).filter.text).toBe('tool:x');
  });

  it('says the same as the chips, both ways', () => {
    const filter = read(
      'client:codex is:failed -ns:notes since:3d plan ',
      emptyFilter,
      true,
    ).filter;
    expect(readDraft(printQuery(filter), emptyFilter, { now: 0 }, true).filter).toEqual(filter);
    const chips = chipsOf(filter);
    expect(chips.map((chip) => chip.name)).toEqual(['client', 'is', '-ns', 'time', 'text']);
    expect(chips.reduce((left, chip) => removeChip(left, chip.id), filter)).toEqual(emptyFilter);
  });
});
