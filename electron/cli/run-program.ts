import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { visibleLine } from '../../shared/text.ts';
import { resolveHome } from '../home/paths.ts';
import { commandsFor } from './commands.ts';
import type { CliContext, Program } from './program.ts';

// Beside the bundle: dist/electron/.
const manifest: unknown = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

function versionOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'version' in value
    ? String(value.version)
    : '0.0.0';
}

/**
 * Runs one command line to its end; `process.exitCode` says how it ended.
 * @param args without the program's own name
 * @param self how this very program is started again
 */
export async function runProgram(args: readonly string[], self: Program): Promise<void> {
  const program = new Command('inkwatch')
    .description('A ledger of everything your AI clients write through MCP.')
    .version(versionOf(manifest))
    .option('--home <folder>', 'data folder (default: INKWATCH_HOME, else the app’s own)')
    .showHelpAfterError(false)
    .exitOverride()
    .configureOutput({
      // One line per error; ours are written below.
      writeErr: (text) => process.stderr.write(text),
      outputError: () => {},
    });

  const context: CliContext = {
    home: () => resolveHome(program.opts<{ home?: string }>().home ?? null),
    version: versionOf(manifest),
    program: self,
  };
  for (const register of await commandsFor(args)) register(program, context);

  // A reader that has seen enough (`| head`) closes the pipe; that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });

  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    const message = error instanceof Error ? error.message : String(error);
    // Help was printed where it was asked for, or where no command was named.
    const printed =
      error instanceof CommanderError && /^commander\.(help|version)/.test(error.code);
    if (!printed)
      process.stderr.write(`inkwatch: ${visibleLine(message.replace(/^error: /, ''))}\n`);
  }
}

/** 0: help or version was asked for; 2: wrong usage; 1: it failed. */
function exitCodeOf(error: unknown): number {
  if (!(error instanceof CommanderError)) return 1;
  return error.exitCode === 0 ? 0 : 2;
}
