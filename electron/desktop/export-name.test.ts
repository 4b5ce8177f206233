import fc from 'fast-check';
import { expect, test } from 'vitest';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import { defaultExportName } from './export-name.ts';

const now = new Date(2026, 10, 30, 12).getTime();
const midnight = (day: number): number => new Date(2026, 2, day).getTime();

const named = (
  part: Partial<WriteFilter>,
  scope: 'filtered' | 'selected' | 'all' = 'filtered',
  format: 'csv' | 'jsonl' = 'csv',
): string => defaultExportName({ scope, format, filter: { ...emptyFilter, ...part } }, now);

const thisWeek = { kind: 'preset', preset: 'this-week' } as const;
const only = <T extends string>(...values: readonly T[]) => ({ only: [...values], hide: [] });

test.each<[string, string]>([
  [named({ time: thisWeek }), 'inkwatch-writes-this-week.csv'],
  [named({ time: thisWeek }, 'filtered', 'jsonl'), 'inkwatch-writes-this-week.jsonl'],
  [
    named({ time: thisWeek, client: only('claude-desktop') }),
    'inkwatch-writes-claude-desktop-this-week.csv',
  ],
  [
    named({ time: thisWeek, outcome: only('failed', 'refused', 'unknown') }),
    'inkwatch-writes-failures-this-week.csv',
  ],
  [named({ time: thisWeek, outcome: only('refused') }), 'inkwatch-writes-refused-this-week.csv'],
  [named({ time: { kind: 'last', amount: 3, unit: 'd' } }), 'inkwatch-writes-last-3d.csv'],
  [
    named({ time: { kind: 'between', since_ms: midnight(1), until_ms: midnight(8) } }),
    'inkwatch-writes-2026-03-01-to-2026-03-07.csv',
  ],
  [
    named({ time: { kind: 'between', since_ms: midnight(1), until_ms: midnight(2) } }),
    'inkwatch-writes-2026-03-01.csv',
  ],
  [
    named({ time: { kind: 'between', since_ms: null, until_ms: midnight(2) } }),
    'inkwatch-writes-until-2026-03-01.csv',
  ],
  [named({ tool: only('memory.store') }), 'inkwatch-writes-filtered-memory-store-2026-11-30.csv'],
  [named({ burst: 7 }), 'inkwatch-writes-filtered-burst-7-2026-11-30.csv'],
  [named({ text: 'x' }), 'inkwatch-writes-filtered-2026-11-30.csv'],
  [named({}), 'inkwatch-writes-all-2026-11-30.csv'],
  [named({ time: thisWeek }, 'all'), 'inkwatch-writes-all-2026-11-30.csv'],
  [named({ time: thisWeek }, 'selected'), 'inkwatch-writes-selected-2026-11-30.csv'],
])('an export is offered as %s', (name, expected) => {
  expect(name).toBe(expected);
});

test('no client can name a folder, a device or an option through the file name', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 256 }), (client) => {
      const name = named({ time: thisWeek, client: only(client) });
      expect(name).toMatch(/^inkwatch-writes-[\p{L}\p{N}-]*this-week\.csv$/u);
      expect(name.length).toBeLessThan(120);
    }),
  );
});
