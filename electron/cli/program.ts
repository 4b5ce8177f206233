import { type Command, InvalidArgumentError } from 'commander';

/** A message for the person at the terminal: one line on stderr, exit code 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}

/** How a command was called wrongly: exit code 2. Thrown while options are read. */
export function usageError(message: string): Error {
  return new InvalidArgumentError(message);
}

/** What each command gets from the program around it. */
export interface CliContext {
  /** Absolute path of the data folder, as `--home`, the environment and the default say. */
  readonly home: () => string;
  readonly version: string;
  /** How this very program is started again. */
  readonly program: Program;
}

/** `node cli.js`, or the app's own executable. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** Adds one command. */
export type Register = (program: Command, context: CliContext) => void;
