import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { choiceKeys, emptyFilter, writeFilterSchema } from '../filter.ts';
import { chipsOf, removeChip } from './chips.ts';
import { completeQuery } from './complete.ts';
import { describeFilter, type KnownValues } from './describe.ts';
import { anyFilter, hostileText } from './filter-arbitraries.test-help.ts';
import { parseQuery } from './parse.ts';
import { printQuery } from './print.ts';

const now = Date.UTC(2026, 10, 30, 12);
/** Names that collide with keys, with each other and with what people type. */
const known: KnownValues = {
  client: [
    { value: 'mcp:zed-nightly', label: 'Zed: Nightly', count: 4 },
    { value: 'claude-desktop', label: 'Claude Desktop', count: 90 },
    { value: 'mcp:a', label: 'Cursor', count: 1 },
    { value: 'a "b"', label: '\u202ehostile\n', count: 2 },
  ],
  connection: [
    { value: 'home', label: 'c-0123456789abcdef', count: 4 },
    { value: 'c-00112233445566ff', label: 'Home', count: 90 },
    { value: 'old id', label: 'a "b"', count: 1 },
  ],
  tool: [
    { value: 'memory.store', label: 'memory.store', count: 70 },
    { value: '-x: "y"', label: '-x: "y"', count: 3 },
  ],
  namespace: [{ value: 'my notes', label: 'my notes', count: 9 }],
};
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia'];
const queryText = hostileText(400);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the filter language', () => {
  it.each(zones)('prints every filter as text that reads as the same filter, in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const text = printQuery(filter);
        const parsed = parseQuery(text, { now, known });
        expect(parsed.filter).toEqual(filter);
        const { time } = filter;
        const backwards =
          time.kind === 'between' &&
          time.since_ms !== null &&
          time.until_ms !== null &&
          time.since_ms >= time.until_ms;
        expect(parsed.errors).toHaveLength(backwards ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });

  it('prints what reads the same in another time zone', () => {
    fc.assert(
      fc.property(
        anyFilter,
        fc.constantFrom(...zones),
        fc.constantFrom(...zones),
        (filter, a, b) => {
          vi.stubEnv('TZ', a);
          const text = printQuery(filter);
          vi.stubEnv('TZ', b);
          expect(parseQuery(text, { now }).filter).toEqual(filter);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('prints one line that hides nothing from the eye', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(printQuery(filter)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(describeFilter(filter, known)).not.toMatch(
          /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e]/u,
        );
      }),
    );
  });

  it('reads any text as a valid filter whose print is stable', () => {
    fc.assert(
      fc.property(queryText, (text) => {
        const { filter, errors } = parseQuery(text, { now, known });
        expect(writeFilterSchema.safeParse(filter).success).toBe(true);
        const printed = printQuery(filter);
        expect(printQuery(parseQuery(printed, { now: now + 5, known }).filter)).toBe(printed);
        for (const { start, end } of errors) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('takes a filter apart into chips that join to its text, and puts none of them aside in vain', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const chips = chipsOf(filter, known);
        const ids = new Set(chips.map((chip) => chip.id));
        expect(ids.size).toBe(chips.length);
        let left = filter;
        // Taken one by one from the list as it is then: three outcomes that are left are one group.
        for (let chip = chips[0]; chip !== undefined; chip = chipsOf(left)[0]) {
          left = removeChip(left, chip.id);
          expect(chipsOf(left).map(({ id }) => id)).not.toContain(chip.id);
        }
        expect(left).toEqual(emptyFilter);
        const twice = choiceKeys.some((key) =>
          [filter[key].only, filter[key].hide].some((list) => new Set(list).size < list.length),
        );
        // A value written twice is one chip.
        if (!twice) expect([...ids].join(' ')).toBe(printQuery(filter));
      }),
      { numRuns: 200 },
    );
  });

  it('completes any text at any cursor with terms that read without an error', () => {
    fc.assert(
      fc.property(queryText, fc.double(), (text, where) => {
        const cursor = Math.round(
          (Number.isFinite(where) ? Math.abs(where) : 0) % (text.length + 2),
        );
        for (const suggestion of completeQuery(text, cursor, known)) {
          const { start, end, insert, kind } = suggestion;
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(text.length);
          if (kind !== 'value') continue;
          expect(parseQuery(insert, { now, known }).errors).toEqual([]);
          expect(printQuery(parseQuery(insert, { now, known }).filter)).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});
