import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Core } from '../electron/core.ts';

const wroteSchema = z.object({ title: z.string(), took: z.number(), answered: z.number() });

/** One answered write: how long it took, and when its answer arrived (milliseconds since 1970). */
export type Wrote = z.output<typeof wroteSchema>;

export interface Writer {
  readonly wrote: readonly Wrote[];
  stop(): Promise<void>;
}

/** A client in a process of its own that writes to a core, `pauseMs` apart. */
export const startWriter = async (
  core: Pick<Core, 'url' | 'token'>,
  pauseMs: number,
): Promise<Writer> => {
  const args = ['--url', core.url ?? '', '--token', core.token, '--pause', String(pauseMs)];
  const child = spawn(process.execPath, ['.cache/bench/writer.js', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const wrote: Wrote[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => wrote.push(wroteSchema.parse(JSON.parse(line))));
  const ended = once(child, 'exit');
  await Promise.race([
    once(lines, 'line'),
    ended.then(([code]) => Promise.reject(new Error(`the writer ended with ${code}`))),
  ]);
  return {
    wrote,
    async stop() {
      child.stdin.end();
      const [code] = await ended;
      if (code !== 0) throw new Error(`the writer ended with ${code}`);
    },
  };
};
