import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyFilter } from '../filter.ts';
import { chipsOf } from './chips.ts';
import { describeFilter } from './describe.ts';
import { queryExamples } from './examples.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

const now = Date.UTC(2026, 10, 30, 12);

beforeAll(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

describe.each(queryExamples)('$about: $text', (example) => {
  const expected = { ...emptyFilter, ...example.filter };
  const printed = example.printed ?? example.text;

  it('parses', () => {
    const { filter, errors } = parseQuery(example.text, { now });
    expect(filter).toEqual(expected);
    expect(
      errors.map(({ start, end, message }) => [example.text.slice(start, end), message]),
    ).toEqual(example.errors ?? []);
    expect(errors.every(({ hint }) => hint !== '')).toBe(true);
  });

  it('prints, and the print reads as the same without an error', () => {
    expect(printQuery(expected)).toBe(printed);
    expect(parseQuery(printed, { now: now + 1 })).toEqual({ filter: expected, errors: [] });
  });

  it('is described and shown as chips', () => {
    if (example.words !== undefined) expect(describeFilter(expected)).toBe(example.words);
    const distinct = [...new Set(chipsOf(expected).map((chip) => chip.id))];
    expect(chipsOf(expected)).toHaveLength(distinct.length);
    for (const id of distinct) expect(printed).toContain(id);
  });
});
