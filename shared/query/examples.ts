import type { WriteFilter } from '../filter.ts';

/** One query with all that it is: parser, printer, describer and chips are tested with each. */
export interface QueryExample {
  readonly about: string;
  readonly text: string;
  /** What differs from the filter that keeps everything. */
  readonly filter: Partial<WriteFilter>;
  /** The canonical text; absent: `text` is it. */
  readonly printed?: string;
  /** In words; absent where they follow the locale. */
  readonly words?: string;
  /** The piece of `text` that each error points at, and its message. */
  readonly errors?: readonly (readonly [piece: string, message: string])[];
}

const only = <T>(...values: T[]): { only: T[]; hide: T[] } => ({ only: values, hide: [] });
const hide = <T>(...values: T[]): { only: T[]; hide: T[] } => ({ only: [], hide: values });

/** Read in the zone Europe/Berlin on 30 November 2026 at 12:00 UTC. */
export const queryExamples: readonly QueryExample[] = [
  { about: 'nothing keeps everything', text: '', filter: {}, words: 'all writes' },
  { about: 'white space is nothing', text: ' \t\n ', filter: {}, printed: '', words: 'all writes' },
  {
    about: 'the whole language in one line',
    text: 'client:claude tool:memory.store is:failed ns:notes since:7d -tool:tree.tag "free text"',
    filter: {
      client: only('claude-desktop', 'claude-code'),
      tool: { only: ['memory.store'], hide: ['tree.tag'] },
      outcome: only('failed'),
      namespace: only('notes'),
      time: { kind: 'last', amount: 7, unit: 'd' },
      text: 'free text',
    },
    printed:
      'client:claude-desktop client:claude-code tool:memory.store -tool:tree.tag is:failed ns:notes since:7d free text',
    words:
      'Claude Desktop or Claude Code, memory.store, not tree.tag, failed, in notes, last 7 days, containing “free text”',
  },
  {
    about: 'the first question of a reviewer',
    text: 'client:claude-desktop is:failed time:this-week x',
    filter: {
      client: only('claude-desktop'),
      outcome: only('failed'),
      time: { kind: 'preset', preset: 'this-week' },
      text: 'x',
    },
    words: 'Claude Desktop, failed, this week, containing “x”',
  },
  {
    about: 'marks of a person stand beside outcomes',
    text: 'is:flagged is:failed -is:Reviewed',
    filter: {
      mark: { only: ['flagged'], hide: ['reviewed'] },
      outcome: only('failed'),
    },
    printed: 'is:failed is:flagged -is:reviewed',
    words: 'failed, flagged, not reviewed',
  },
  {
    about: 'what a call may have done stands beside outcomes, and is a dimension of its own',
    text: 'is:Read is:failed -is:write',
    filter: { outcome: only('failed'), effect: { only: ['read'], hide: ['write'] } },
    printed: 'is:failed is:read -is:write',
    words: 'failed, reads, not writes',
  },
  {
    about: 'a connection goes by its id or its name, beside the client',
    text: 'client:cursor connection:home connection:"Work laptop" -connection:c-00112233445566ff',
    filter: {
      client: only('cursor'),
      connection: { only: ['home', 'Work laptop'], hide: ['c-00112233445566ff'] },
    },
    printed:
      'client:cursor connection:home connection:="Work laptop" -connection:c-00112233445566ff',
    words: 'Cursor, over home or Work laptop, not over c-00112233445566ff',
  },
  {
    about: 'a client goes by its display name, in any case',
    text: 'client:"Claude Desktop" CLIENT:"vs code" client:claude-ai',
    filter: { client: only('claude-desktop', 'vs-code', 'claude-desktop') },
    printed: 'client:claude-desktop client:vs-code client:claude-desktop',
    words: 'Claude Desktop or VS Code',
  },
  {
    about: 'an exact client_info stays exact',
    text: 'client:mcp:claude-ai client:mcp',
    filter: { client: only('mcp:claude-ai', 'mcp') },
    words: 'Claude Desktop or Unknown client',
  },
  {
    about: 'a name that nobody knows stays as typed, and = keeps it from being looked up',
    text: 'client:"My Agent" client:zoo client:="Claude Desktop"',
    filter: { client: only('My Agent', 'zoo', 'Claude Desktop') },
    printed: 'client:="My Agent" client:=zoo client:="Claude Desktop"',
    words: 'My Agent, zoo or Claude Desktop',
  },
  {
    about: 'repeated keys add values, a dash hides',
    text: 'tool:a tool:b -client:cursor -client:codex -ns:tmp',
    filter: {
      tool: only('a', 'b'),
      client: hide('cursor', 'codex'),
      namespace: hide('tmp'),
    },
    printed: '-client:cursor -client:codex tool:a tool:b -ns:tmp',
    words: 'not Cursor or Codex, a or b, not in tmp',
  },
  {
    about: 'long lists are counted',
    text: 'tool:a tool:b tool:c tool:d tool:e server:inkwatch',
    filter: { tool: only('a', 'b', 'c', 'd', 'e'), server: only('inkwatch') },
    words: 'a, b, c or 2 others, on inkwatch',
  },
  {
    about: 'not-succeeded is all that is not known to have succeeded; keys have long names',
    text: 'namespace:notes outcome:Failures',
    filter: { outcome: only('failed', 'refused', 'unknown'), namespace: only('notes') },
    printed: 'is:not-succeeded ns:notes',
    words: 'not succeeded, in notes',
  },
  {
    about: 'is:failed is exactly that',
    text: 'is:failed -is:not-succeeded',
    filter: { outcome: { only: ['failed'], hide: ['failed', 'refused', 'unknown'] } },
    words: 'failed, not failed, refused or unknown',
  },
  {
    about: 'a group adds what is not there yet',
    text: 'is:unknown is:not-succeeded',
    filter: { outcome: only('unknown', 'failed', 'refused') },
    printed: 'is:unknown is:failed is:refused',
    words: 'unknown, failed or refused',
  },
  {
    about: 'bare words and quoted texts join with single spaces to one text',
    text: 'Q3   plan is:failed "draft  two"',
    filter: { text: 'Q3 plan draft  two', outcome: only('failed') },
    printed: 'is:failed "Q3 plan draft  two"',
    words: 'failed, containing “Q3 plan draft two”',
  },
  {
    about: 'a doubled quote is a quote, a quote inside a word is itself',
    text: '"say ""hi""" 5"disk tool:"a ""b"""',
    filter: { text: 'say "hi" 5"disk', tool: only('a "b"') },
    printed: 'tool:"a ""b""" "say ""hi"" 5""disk"',
    words: 'a "b", containing “say "hi" 5"disk”',
  },
  {
    about: 'backslashes and wildcards are themselves (d06)',
    text: "C:\\temp\\new 100% memory_store [x] it's École 🦊",
    filter: { text: "C:\\temp\\new 100% memory_store [x] it's École 🦊" },
    printed: '"C:\\temp\\new 100% memory_store [x] it\'s École 🦊"',
    words: "containing “C:\\temp\\new 100% memory_store [x] it's École 🦊”",
  },
  {
    about: 'what cannot be seen is written as the window shows it',
    text: 'tool:"a\\u{202e}b\\u{a}c" "\\u{5c}u{41} \\u{110000}"',
    filter: { tool: only('a\u202eb\nc'), text: '\\u{41} \\u{110000}' },
    printed: 'tool:"a\\u{202e}b\\u{a}c" \\u{41} \\u{110000}',
    words: 'a\\u{202e}b c, containing “\\u{41} \\u{110000}”',
  },
  {
    about: 'curled quotes of chat programs quote as well',
    text: 'client:“Claude Code” “free text”',
    filter: { client: only('claude-code'), text: 'free text' },
    printed: 'client:claude-code free text',
    words: 'Claude Code, containing “free text”',
  },
  {
    about: 'prose with colons and dashes is text',
    text: 'TypeError: std::move https://a.b/c 12:30 - --force ->',
    filter: { text: 'TypeError: std::move https://a.b/c 12:30 - --force ->' },
    printed: '"TypeError: std::move https://a.b/c 12:30 - --force ->"',
    words: 'containing “TypeError: std::move https://a.b/c 12:30 - --force ->”',
  },
  {
    about: 'values may hold colons, dashes and equals signs',
    text: 'tool:-x server:a=b ns:c:d run:=e tool:"=f"',
    filter: { tool: only('-x', '=f'), server: only('a=b'), namespace: only('c:d'), run: 'e' },
    printed: 'tool:-x tool:"=f" server:a=b ns:c:d run:e',
    words: '-x or =f, on a=b, in c:d, in run e',
  },
  {
    about: 'one run, one burst',
    text: 'run:thread-7 burst:3',
    filter: { run: 'thread-7', burst: 3 },
    words: 'in run thread-7, in burst 3',
  },
  {
    about: 'presets and relative ranges stay what they are',
    text: 'time:Last-7-Days',
    filter: { time: { kind: 'preset', preset: 'last-7-days' } },
    printed: 'time:last-7-days',
    words: 'last 7 days',
  },
  {
    about: 'a day is a local day, of 23 hours where the clock is set forward (d04)',
    text: 'time:2026-03-29',
    filter: { time: { kind: 'between', since_ms: 1774738800000, until_ms: 1774821600000 } },
    printed: 'since:2026-03-29T00:00+01:00 until:2026-03-30T00:00+02:00',
  },
  {
    about: 'until a day means with that day',
    text: 'since:2026-10-25 until:2026-10-25',
    filter: { time: { kind: 'between', since_ms: 1792879200000, until_ms: 1792969200000 } },
    printed: 'since:2026-10-25T00:00+02:00 until:2026-10-26T00:00+01:00',
  },
  {
    about: 'a month, and a year',
    text: 'since:2026-03 until:2026',
    filter: { time: { kind: 'between', since_ms: 1772319600000, until_ms: 1798758000000 } },
    printed: 'since:2026-03-01T00:00+01:00 until:2027-01-01T00:00+01:00',
  },
  {
    about: 'a local time is printed with its offset, so that it does not shift',
    text: 'since:2026-11-01T09:30 until:"2026-11-01 10:15:20.5"',
    filter: { time: { kind: 'between', since_ms: 1793521800000, until_ms: 1793524520500 } },
    printed: 'since:2026-11-01T09:30+01:00 until:2026-11-01T10:15:20.500+01:00',
  },
  {
    about: 'offsets and milliseconds are points in time',
    text: 'since:2026-10-25T00:30:00Z until:1792893600000',
    filter: { time: { kind: 'between', since_ms: 1792888200000, until_ms: 1792893600000 } },
    printed: 'since:2026-10-25T02:30+02:00 until:2026-10-25T03:00+01:00',
  },
  {
    about: 'an until counts back from now, and is fixed there',
    text: 'since:2d until:1h',
    filter: { time: { kind: 'between', since_ms: 1795867200000, until_ms: 1796036400000 } },
    printed: 'since:2026-11-28T13:00+01:00 until:2026-11-30T12:00+01:00',
  },
  {
    about: 'any leaves an end open',
    text: 'since:any',
    filter: { time: { kind: 'between', since_ms: null, until_ms: null } },
    words: 'all time',
  },
  {
    about: 'an unknown key is said and left out',
    text: 'toll:memory.store is:failed',
    filter: { outcome: only('failed') },
    printed: 'is:failed',
    words: 'failed',
    errors: [['toll:memory.store', 'There is no key “toll”.']],
  },
  {
    about: 'text cannot be hidden',
    text: 'plan -draft -"old one"',
    filter: { text: 'plan' },
    printed: 'plan',
    words: 'containing “plan”',
    errors: [
      ['-draft', 'Free text cannot be hidden.'],
      ['-"old one"', 'Free text cannot be hidden.'],
    ],
  },
  {
    about: 'keys need values',
    text: 'tool: ns:"" run:= x',
    filter: { text: 'x' },
    printed: 'x',
    words: 'containing “x”',
    errors: [
      ['tool:', 'tool: needs a value.'],
      ['ns:""', 'ns: needs a value.'],
      ['run:=', 'run: needs a value.'],
    ],
  },
  {
    about: 'an open quote runs to the end',
    text: 'is:failed tool:"memory.store ns:notes',
    filter: { outcome: only('failed'), tool: only('memory.store ns:notes') },
    printed: 'tool:"memory.store ns:notes" is:failed',
    words: 'memory.store ns:notes, failed',
    errors: [['tool:"memory.store ns:notes', 'The quote is not closed.']],
  },
  {
    about: 'a closing quote ends a word',
    text: '"a"b',
    filter: { text: 'a b' },
    printed: 'a b',
    words: 'containing “a b”',
    errors: [['b', 'A space is missing after the closing quote.']],
  },
  {
    about: 'what has one value cannot be hidden, and the later of two counts',
    text: '-since:7d run:a run:b burst:0 burst:x',
    filter: { run: 'b' },
    printed: 'run:b',
    words: 'in run b',
    errors: [
      ['-since:7d', 'since: cannot be hidden.'],
      ['run:b', 'This replaces the run given before it.'],
      ['burst:0', '“0” is not the number of a burst.'],
      ['burst:x', '“x” is not the number of a burst.'],
    ],
  },
  {
    about: 'one range of time',
    text: 'time:today since:7d',
    filter: { time: { kind: 'last', amount: 7, unit: 'd' } },
    printed: 'since:7d',
    words: 'last 7 days',
    errors: [['since:7d', 'This replaces the time given before it.']],
  },
  {
    about: 'times that are none',
    text: 'since:soon since:2026-02-30 since:1774220400 until:20261130 time:weekly is:broken',
    filter: {},
    printed: '',
    words: 'all writes',
    errors: [
      ['since:soon', 'This is not a time.'],
      ['since:2026-02-30', 'There is no day 30 in that month.'],
      ['since:1774220400', 'This looks like seconds; times are in milliseconds.'],
      ['until:20261130', 'A date needs its dashes.'],
      ['time:weekly', '“weekly” is not a range of time.'],
      ['is:broken', '“broken” is no outcome, effect or mark.'],
    ],
  },
];
