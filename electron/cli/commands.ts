import { parseArgs } from 'node:util';
import type { Register } from './program.ts';
import { registerStdio } from './stdio.ts';

/** The commands to offer: `stdio` alone where it was named, since the others bring the whole core with them. */
export async function commandsFor(args: readonly string[]): Promise<readonly Register[]> {
  if (isStdio(args)) return [registerStdio];
  const { allCommands } = await import('./all-commands.ts');
  return allCommands;
}

function isStdio(args: readonly string[]): boolean {
  const { positionals } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  return positionals[0] === 'stdio';
}
