import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A helper process of a test (display, bus, daemon) and what it said. */
export interface Child {
  readonly process: ChildProcess;
  readonly output: () => string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Starts a process that lives as long as its test; `fds` adds pipes beyond stdout and stderr. */
export const startChild = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Child => {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr, child.stdio[3]]) {
    stream?.on('data', (part: Buffer) => {
      text += part.toString('utf8');
    });
  }
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  return {
    process: child,
    output: () => (failure ? `${failure.message}\n${text}` : text),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null || failure) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      const hard = setTimeout(() => child.kill('SIGKILL'), 3_000);
      await gone;
      clearTimeout(hard);
    },
  };
};
