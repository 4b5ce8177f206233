import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { visibleLine } from '../../shared/text.ts';
import { createLineReader } from '../wire/json-lines.ts';
import { createBridge } from './bridge.ts';
import { createCoreFinder, type FinderLimits } from './core-finder.ts';
import { readBodyLimit } from './endpoint-file.ts';
import { closeAgents } from './exchange.ts';
import { refusedLoop } from './loop.ts';
import { readClientMessage, tooLongMessage } from './message.ts';
import { createSessions } from './session.ts';
import { type Program, startCore } from './start-core.ts';

export interface StdioOptions {
  readonly home: string;
  /** `--client NAME`; null: not given. */
  readonly client: string | null;
  /** Token of a connection of the client's own; null: the home's. */
  readonly token: string | null;
  /** `--server NAME`; absent or null: not given. */
  readonly server?: string | null;
  /** The gateway whose server this process belongs to (`INKWATCH_STARTED_BY`); absent or null: none. */
  readonly startedBy?: string | null;
  /** False: `--no-start`. */
  readonly mayStart: boolean;
  readonly program: Program;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** Milliseconds; tests shorten them. */
  readonly limits?: Partial<FinderLimits> & { readonly retry?: number };
}

/** Bytes of messages in flight above which the client has to wait, so that memory stays bounded. */
const mostWaitingBytes = 32 * 1024 * 1024;
const retryMs = 20_000;
const parentCheckMs = 1000;
/** How long answers are waited for after the client ended its input: as long as clients wait for a call. */
const lastAnswersMs = 60_000;

/**
 * Carries one client's JSON lines to the home's core and back, until the client ends its input.
 * Resolves to the exit code: 0, or 1 where `--no-start` forbade what was needed.
 */
export async function runStdio(options: StdioOptions): Promise<number> {
  const { home, input, output } = options;
  const parent = process.ppid;
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  let exitCode = 0;
  let stopReading: () => void = () => {};
  const inputOver = new Promise<void>((resolve) => {
    stopReading = resolve;
  });
  const log = (line: string): void => {
    options.errors.write(`inkwatch stdio: ${visibleLine(line)}\n`);
  };
  /** Nobody is left to answer: end now. */
  const abandon = (): void => {
    over.abort();
    stopReading();
  };

  const finder = createCoreFinder({
    home,
    token: options.token,
    server: options.server ?? null,
    start: options.mayStart ? () => startCore(home, options.program) : null,
    signal: over.signal,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    onRefused: () => {
      exitCode = 1;
      stopReading();
    },
  });
  const identity = { session: randomUUID(), client: options.client };
  const sessions = createSessions({
    finder,
    identity,
    signal: over.signal,
    log,
    onMessage: (text, session) => bridge.fromServer(text, session),
  });
  const bridge = createBridge({
    finder,
    sessions,
    identity,
    retryMs: options.limits?.retry ?? retryMs,
    log,
    signal: over.signal,
    write: (line) => output.write(`${line}\n`),
    onDone: () => {
      if (bridge.waitingBytes() <= mostWaitingBytes / 2) input.resume();
    },
  });

  let limit = await readBodyLimit(home);
  const reader = createLineReader({
    limit: () => limit,
    onLine: (line) => {
      const loop = (options.startedBy ?? null) === null ? null : refusedLoop(line);
      if (loop === null) bridge.take(readClientMessage(line));
      else output.write(`${loop}\n`);
    },
    onTooLong: (id, head) => {
      bridge.take(tooLongMessage(id, head));
      // The limit is a setting that may have changed since.
      void readBodyLimit(home).then((now) => {
        limit = now;
      });
    },
  });

  output.once('error', abandon);
  input.on('data', (chunk: Buffer) => {
    reader.push(chunk);
    if (bridge.waitingBytes() > mostWaitingBytes) input.pause();
  });
  input.once('end', () => {
    reader.end();
    stopReading();
  });
  input.once('close', stopReading);
  input.once('error', stopReading);

  await inputOver;
  input.pause();
  const giveUpAt = Date.now() + lastAnswersMs;
  const watch = setInterval(() => {
    // The client is gone for good, so nobody reads what we still wait for.
    if (process.ppid !== parent || Date.now() > giveUpAt) abandon();
  }, parentCheckMs);
  await bridge.settled();
  clearInterval(watch);
  if (!over.signal.aborted) await sessions.close(await finder.look());
  over.abort();
  closeAgents();
  input.destroy();
  return exitCode;
}
