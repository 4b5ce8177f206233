import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** `inkwatch serve` as a process of its own, from the moment it was started. */
export interface SpawnedServe {
  /** What its first line says; rejects where it ends before. */
  readonly ready: Promise<{ readonly url: string; readonly pid: number }>;
  /** What it said on standard error so far. */
  errors(): string;
  /** Resolves when the process is gone. */
  readonly gone: Promise<unknown>;
  /** Ends it with this signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export function spawnServe(cli: string, home: string, ...more: string[]): SpawnedServe {
  const args = [cli, 'serve', '--home', home, '--port', '0', ...more];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => {
    errors += part.toString();
  });
  const gone = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const ready = Promise.race([
    once(lines, 'line').then(([text]) => JSON.parse(String(text)) as { url: string; pid: number }),
    gone.then(() => Promise.reject(new Error(`serve ended: ${errors}`))),
  ]);
  return {
    ready,
    errors: () => errors,
    gone,
    async end(signal) {
      child.kill(signal);
      await gone;
    },
  };
}
