import { expect, test } from 'vitest';
import { commandIn } from './command-arguments.ts';

test.each([
  [['inkwatch', 'stdio'], true, ['stdio']],
  [['inkwatch', '--no-sandbox', 'stdio', '--no-start'], true, ['stdio', '--no-start']],
  [
    ['inkwatch', '--home', 'list', 'serve', '--port', '0'],
    true,
    ['--home', 'list', 'serve', '--port', '0'],
  ],
  [['electron', '/src', 'connect', 'list'], false, ['connect', 'list']],
  [['electron', '--no-sandbox', '/src', 'list'], false, ['list']],
] as const)('%j is a command', (argv, packaged, command) => {
  expect(commandIn(argv, packaged)).toEqual(command);
});

test.each([
  [['inkwatch'], true],
  [['inkwatch', '--hidden'], true],
  [['inkwatch', '--home', 'stdio'], true],
  [['inkwatch', '--audit-log', 'list'], true],
  [['inkwatch', '/home/me/stdio'], true],
  [['inkwatch', 'https://example.org/', 'stdio'], true],
  [['inkwatch', '%U', '--', '-psn_0_1', 'constructor'], true],
  [['electron', 'serve'], false],
  [['electron'], false],
] as const)('case g04: %j opens the app', (argv, packaged) => {
  expect(commandIn(argv, packaged)).toBeNull();
});
