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
  [['--home', 'data'], { hidden: false, sample: false, home: '/work/data' }],
  [['--home', '--hidden'], { hidden: true, sample: false, home: null }],
  [['--home='], { hidden: false, sample: false, home: null }],
  [['--home'], { hidden: false, sample: false, home: null }],
  [
    ['--unknown', '\u0000', 'inkwatch://x', '--hiddenish'],
    { hidden: false, sample: false, home: null },
  ],
])('g04: %j starts as %j', (argv, flags) => {
  expect(parseFlags(argv, '/work')).toEqual(flags);
});
