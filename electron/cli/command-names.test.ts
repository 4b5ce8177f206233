import { Command } from 'commander';
import { expect, test } from 'vitest';
import { allCommands } from './all-commands.ts';
import { isCommandName } from './command-names.ts';

test('every command is known by its name', () => {
  const program = new Command();
  const context = { home: () => '', version: '1', program: { file: '', args: [] } };
  for (const register of allCommands) register(program, context);
  const names = program.commands.map((command) => command.name());
  expect(names).toContain('stdio');
  expect(names.filter((name) => !isCommandName(name))).toEqual([]);
  expect(['toString', 'Stdio', ''].filter(isCommandName)).toEqual([]);
});
