import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import type { UpstreamConfig } from '../../../../shared/upstream.ts';
import { createLineReader } from '../../../wire/json-lines.ts';
import { readRawMessages } from '../../../wire/raw-message.ts';
import { createFlood } from '../flood.ts';
import { type Link, type LinkEvents, mostUnasked, UpstreamError } from '../link.ts';
import type { Notes } from '../notes.ts';
import type { Processes } from '../processes.ts';
import { childEnv, pathOf } from './child-env.ts';
import { endTree, killRest, usualGrace } from './end-tree.ts';
import { expandHome, findCommand } from './find-command.ts';
import { readPaced } from './paced.ts';

export interface StdioLinkOptions {
  readonly config: Extract<UpstreamConfig, { kind: 'stdio' }>;
  readonly processes: Processes;
  readonly notes: Notes;
  readonly events: LinkEvents;
}

/** Garbage lines per second that are looked at; a server that writes more is slowed down to that. */
const mostGarbage = 200;
/** Bytes of stderr per second that are read line by line; above it they are counted, then not even read. */
const stderr = { readBytes: 512 * 1024, dropBytes: 16 * 1024 * 1024 } as const;
/** How long the pipes may stay open after the process itself ended, ms. */
const afterExitMs = 500;

/** Starts a command and speaks JSON lines with it. @throws UpstreamError where it cannot be started. */
export async function openStdioLink(options: StdioLinkOptions): Promise<Link> {
  const { config, processes, notes, events } = options;
  const mark = processes.newMark();
  const cwd = expandHome(config.cwd ?? '~');
  const env = childEnv(process.env, config.env, { path: await processes.path(), mark });
  const found = await findCommand(config.command, {
    path: pathOf(env),
    cwd,
    ...(env.PATHEXT === undefined ? {} : { pathExt: env.PATHEXT }),
  });
  if (!found.ok) throw new UpstreamError(`It cannot be started: ${found.why}`);

  const release = processes.take();
  let child: ChildProcess;
  try {
    // cross-spawn: on Windows npx is a script that only a shell runs, and it quotes for that shell.
    // Elsewhere it is Node's own spawn, with a group of its own, so that all of it can be ended.
    child = spawn(found.file, config.args, {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    release();
    throw new UpstreamError(`It cannot be started: ${errorText(error)}`);
  }
  const { pid } = child;
  if (pid === undefined) {
    release();
    const error = await new Promise<unknown>((resolve) => child.once('error', resolve));
    throw new UpstreamError(`It cannot be started: ${errorText(error)}`);
  }
  processes.started(pid);

  let isOver = false;
  let isClosing = false;
  let closed: Promise<void> | null = null;
  let exit: string | null = null;

  const over = (why: string): void => {
    if (isOver) return;
    isOver = true;
    if (!isClosing) events.onEnd(why);
    // Whatever it started and left is nobody's any more.
    void link.close();
  };

  let lineBytes = 0;
  const garbage = createFlood();
  const unasked = createFlood();
  const lines = createLineReader({
    limit: () => config.messageLimitBytes,
    onLine(line) {
      lineBytes = 0;
      if (isOver) return;
      const text = line.toString('utf8');
      for (const message of readRawMessages(text)) {
        if (message.kind !== 'bad') {
          events.onMessage(message, null);
          const isFlood = message.kind !== 'answer' && unasked.add(1) > mostUnasked;
          if (isFlood) output.rest(unasked.restMs());
          continue;
        }
        events.onGarbage(message.why, text.slice(0, 500));
        if (garbage.add(1) > mostGarbage) output.rest(garbage.restMs());
      }
    },
    onTooLong(id, _, isCall) {
      lineBytes = 0;
      if (!isOver) events.onTooLong(id, isCall);
    },
  });
  const output = readPaced(stream(child.stdout), {
    take(piece) {
      if (isOver) return;
      lineBytes += piece.length;
      lines.push(piece);
      if (lineBytes > 2 * config.messageLimitBytes + 65_536) {
        over(`it sent a line without an end (more than ${lineBytes} bytes), and was ended`);
      }
    },
    onEnd() {
      lines.end();
      // A server that closed its output can answer nothing more, whether or not it still runs.
      if (exit !== null || isClosing) over(exit ?? 'it was ended');
      else setTimeout(() => over(exit ?? 'it closed its output'), afterExitMs);
    },
  });

  const flood = createFlood();
  let dropped = 0;
  const errors = notes.pipe();
  const errorOutput = readPaced(stream(child.stderr), {
    take(piece) {
      const bytes = flood.add(piece.length);
      if (bytes > stderr.dropBytes) errorOutput.rest(flood.restMs());
      if (bytes > stderr.readBytes) {
        dropped += piece.length;
        return;
      }
      if (dropped > 0) notes.add(`(${dropped} bytes of its error output were left out)`);
      dropped = 0;
      errors.push(piece);
    },
    onEnd: () => errors.end(),
  });

  child.stdin?.on('error', () => {
    // Its end is told by its output or its exit; what was written before is unknown.
  });
  child.once('error', (error) => over(errorText(error)));
  child.once('exit', (code, signal) => {
    exit = signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
    // A wrapper may be gone while what it started holds the pipes: give its last words a moment.
    setTimeout(() => over(exit ?? ''), afterExitMs).unref();
  });

  const link: Link = {
    pid,
    hasStreams: false,
    send(message) {
      const { stdin } = child;
      const full = stdin === null || stdin.writableLength > 2 * config.messageLimitBytes;
      if (isOver || full || stdin.destroyed || stdin.writableEnded) {
        if (message.id === null) return;
        const why = full ? 'it does not read its input' : 'it has ended';
        const { id } = message;
        queueMicrotask(() => events.onLost(id, { kind: 'not-run', why, status: null }));
        return;
      }
      // Line ends between tokens of a client's JSON would cut the message in two.
      stdin.write(`${/[\r\n]/.test(message.text) ? oneLine(message.text) : message.text}\n`);
    },
    settled() {},
    listen() {},
    close() {
      isClosing = true;
      closed ??= (async () => {
        if (exit === null) await endTree(child, mark, processes.grace ?? usualGrace);
        else await killRest(pid, mark);
        isOver = true;
        processes.ended(pid);
        release();
        child.stdin?.destroy();
        child.stdout?.destroy();
        child.stderr?.destroy();
      })();
      return closed;
    },
  };
  return link;
}

/** Line ends in JSON text stand between tokens only, where a space is as good. */
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}

function stream<Pipe>(pipe: Pipe | null): Pipe {
  if (pipe === null) throw new UpstreamError('It cannot be started: it has no pipes');
  return pipe;
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
