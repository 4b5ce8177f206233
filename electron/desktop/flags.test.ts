import { expect, test } from 'vitest';
import { parseFlags } from './flags.ts';

test.each([
  [[], { hidden: false, sample: false, home: null }],
  [['--hidden'], { hidden: true, sample: false, home: null }],
  [
    ['/app', '--no-sandbox', '--sample', '--home', '/data'],
    { hidden: false, sample: true, home: '/data' },
  ],
  [['--home=/data'], { hidden: false, sample: false, home: '/data' }],
  [['--home', 'data'], { hidden: false, sample: false, home: '/somewhere/data' }],
  [['--home', '--hidden'], { hidden: true, sample: false, home: null }],
  [['--home='], { hidden: false, sample: false, home: null }],
  [['--home'], { hidden: false, sample: false, home: null }],
  [
    ['--unknown', '\u0000', 'inkwatch://x', '--hiddenish'],
    { hidden: false, sample: false, home: null },
  ],
  [['--audit-log', 'log.jsonl'], { auditLog: '/somewhere/log.jsonl' }],
  [
    ['--audit-log=/var/log.jsonl', '--home', '/a', '--home', '/b'],
    { auditLog: '/var/log.jsonl', home: '/b' },
  ],
])('g04: %j starts as %j', (argv, flags) => {
  const none = { hidden: false, sample: false, home: null, auditLog: null };
  expect(parseFlags(argv, '/somewhere')).toEqual({ ...none, ...flags });
});
