import fc from 'fast-check';
import { clientFamilies } from '../client-names.ts';
import { type WriteFilter, writeFilterSchema } from '../filter.ts';
import { effects } from '../ledger.ts';
import { markNames } from '../marks.ts';
import { shownOutcomes } from '../outcome.ts';
import { relativeUnits, type TimeRange, timePresets } from '../time-range.ts';

/** Pieces that have a meaning somewhere in the language, in SQL or on a screen. */
const pieces = [
  ...['"', '""', '“', '”', "'", '`', '\\', '\\"', '\\u{41}', '\\u{', '\\u{110000}', '\\u{202e}'],
  ...[':', '::', '=', '-', '--', ',', ';', '(', ')', '|', '%', '_', '*', '[x]', '#', '/', '//'],
  ...[' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u2028', '\ufeff', '\u202e', '\u200d', '\u00ad'],
  ...[
    '\u0000',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\ud800',
    '\udc00',
    '🦊',
    'é',
    'e\u0301',
    'İ',
    'ß',
  ],
  ...['client:', '-tool:', 'is:failed', 'since:7d', 'time:', 'ns:', 'any', 'all', 'OR', 'NOT'],
  ...['a', 'B', 'memory.store', 'Claude Desktop', 'claude', '7d', '2026-03-29', '0', '-1', '1e5'],
];

/** Text of the worst kind, at most `maxLength` UTF-16 units. */
export const hostileText = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }) },
      { weight: 1, arbitrary: fc.array(fc.string({ unit: 'binary', maxLength: 20 })) },
      { weight: 1, arbitrary: fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })) },
    )
    .map((parts) => parts.join('').slice(0, maxLength));

const value = hostileText(256).filter((text) => text !== '');

const clientValue = fc.oneof(
  value,
  fc.constantFrom(...clientFamilies.flatMap(({ key, name }) => [key, name, key.toUpperCase()])),
  fc.constantFrom('mcp', 'mcp:', 'mcp:zed-nightly', 'mcp:claude-ai', 'MCP:x', 'Unknown client'),
);

const choice = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<{ only: T[]; hide: T[] }> =>
  fc.record({ only: fc.array(of, { maxLength: 4 }), hide: fc.array(of, { maxLength: 4 }) });

/** Any integer that the schema takes, and those about which dates are strange. */
const moment = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
  fc.integer({ min: -100_000, max: 100_000_000 }),
  fc.constantFrom(0, 1999, 2026, 20261130, 1774220400, 1774746000000, 1792891800000),
  fc.constantFrom(-62_167_219_200_001, 253_402_300_800_000, -2_700_000_000_001, 8.64e15, -8.64e15),
);

const timeRange: fc.Arbitrary<TimeRange> = fc.oneof(
  fc.constant<TimeRange>({ kind: 'all' }),
  fc.record({ kind: fc.constant('preset'), preset: fc.constantFrom(...timePresets) }),
  fc.record({
    kind: fc.constant('last'),
    amount: fc.integer({ min: 1, max: 100_000 }),
    unit: fc.constantFrom(...relativeUnits),
  }),
  fc.record({
    kind: fc.constant('between'),
    since_ms: fc.option(moment),
    until_ms: fc.option(moment),
  }),
);

/** Every filter that the schema takes. */
export const anyFilter: fc.Arbitrary<WriteFilter> = fc
  .record({
    time: timeRange,
    client: choice(clientValue),
    connection: choice(fc.oneof(value, fc.constantFrom('home', 'c-0123456789abcdef', 'Home'))),
    tool: choice(value),
    server: choice(value),
    namespace: choice(value),
    outcome: fc.oneof(
      choice(fc.constantFrom(...shownOutcomes)),
      fc.constant({ only: ['failed' as const, 'refused' as const, 'unknown' as const], hide: [] }),
    ),
    effect: choice(fc.constantFrom(...effects)),
    mark: choice(fc.constantFrom(...markNames)),
    text: hostileText(5000),
    run: fc.option(value),
    burst: fc.option(fc.integer({ min: 1 })),
  })
  .map((filter) => writeFilterSchema.parse(filter));
