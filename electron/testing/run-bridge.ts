import { PassThrough } from 'node:stream';
import { runStdio, type StdioOptions } from '../bridge/stdio.ts';

/** A bridge inside the test's own process, with the client's end of its streams. */
export interface RunningBridge {
  /** Writes one line: a value as JSON, text and bytes as they are. */
  send(line: unknown): void;
  /** The next message on its output. @throws after `waitMs` without one */
  next(waitMs?: number): Promise<Record<string, unknown>>;
  /** Everything that came on its output and was not asked for yet. */
  waiting(): readonly Record<string, unknown>[];
  /** Ends its input and resolves to its exit code. */
  end(): Promise<number>;
  /** Resolves to its exit code when it ends by itself. */
  readonly ended: Promise<number>;
  log(): string;
}

export function runBridge(
  home: string,
  options: Partial<Pick<StdioOptions, 'client' | 'token' | 'mayStart' | 'program' | 'limits'>> = {},
): RunningBridge {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const messages: Record<string, unknown>[] = [];
  const waiters: (() => void)[] = [];
  let text = '';
  let log = '';
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
    for (const wake of waiters.splice(0)) wake();
  });
  errors.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  const ended = runStdio({
    home,
    client: null,
    token: null,
    mayStart: false,
    program: { file: process.execPath, args: ['-e', 'process.exit(3)', '--'] },
    ...options,
    input,
    output,
    errors,
  });
  return {
    send(line) {
      const isRaw = typeof line === 'string' || Buffer.isBuffer(line);
      input.write(isRaw ? line : JSON.stringify(line));
      input.write('\n');
    },
    async next(waitMs = 10_000) {
      const deadline = Date.now() + waitMs;
      for (;;) {
        const message = messages.shift();
        if (message !== undefined) return message;
        const left = deadline - Date.now();
        if (left <= 0) throw new Error(`no message within ${waitMs} ms; the log says: ${log}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          waiters.push(() => {
            clearTimeout(timer);
            resolve();
          });
        });
      }
    },
    waiting: () => messages,
    end() {
      input.end();
      return ended;
    },
    ended,
    log: () => log,
  };
}
