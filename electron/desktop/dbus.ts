import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A call on the session bus, its arguments all strings. */
export interface BusCall {
  readonly destination: string;
  readonly path: string;
  /** `interface.Method` */
  readonly method: string;
  readonly args: readonly string[];
}

export type BusAnswer =
  /** `text` as the tool prints it: `true`, or one value after the other. */
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'silent'; readonly why: string }
  /** There is no bus to ask, or nothing to ask it with. */
  | { readonly kind: 'no-bus'; readonly why: string };

export interface BusOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
}

/**
 * The session bus's address, or null. Never left to the tool: without an address it would start a
 * bus of its own, on which nobody listens.
 */
export function busAddress(env: BusOptions['env'], exists = existsSync): string | null {
  const said = env.DBUS_SESSION_BUS_ADDRESS;
  // Chromium sets `disabled:` where there was no address.
  if (said !== undefined && said !== '' && !said.startsWith('disabled:')) return said;
  const socket = join(env.XDG_RUNTIME_DIR ?? '', 'bus');
  return env.XDG_RUNTIME_DIR && exists(socket) ? `unix:path=${socket}` : null;
}

type Tool = { readonly name: string; readonly args: (call: BusCall, ms: number) => string[] };

/** One of the two is there wherever a desktop is. */
const tools: readonly Tool[] = [
  {
    name: 'dbus-send',
    args: (call, ms) => [
      '--session',
      '--print-reply=literal',
      `--reply-timeout=${ms}`,
      `--dest=${call.destination}`,
      call.path,
      call.method,
      ...call.args.map((arg) => `string:${arg}`),
    ],
  },
  {
    name: 'gdbus',
    args: (call, ms) => [
      'call',
      '--session',
      '--timeout',
      String(Math.max(1, Math.ceil(ms / 1000))),
      '--dest',
      call.destination,
      '--object-path',
      call.path,
      '--method',
      call.method,
      ...call.args,
    ],
  },
];

/**
 * Asks over the session bus in a child process, so that a bus or service that never answers costs
 * this process nothing (case f01). Ends within `timeoutMs`, whatever happens.
 */
export async function askBus(call: BusCall, options: BusOptions): Promise<BusAnswer> {
  const address = busAddress(options.env);
  if (address === null) return { kind: 'no-bus', why: 'this session has no message bus' };
  for (const tool of tools) {
    const answer = await askWith(tool, call, address, options);
    if (answer !== null) return answer;
  }
  return { kind: 'no-bus', why: 'neither dbus-send nor gdbus is installed to ask with' };
}

/** Null: this tool is not installed. */
function askWith(
  tool: Tool,
  call: BusCall,
  address: string,
  options: BusOptions,
): Promise<BusAnswer | null> {
  return new Promise((resolve) => {
    execFile(
      tool.name,
      tool.args(call, options.timeoutMs),
      {
        env: { ...options.env, DBUS_SESSION_BUS_ADDRESS: address, LC_ALL: 'C' },
        timeout: options.timeoutMs,
        // A tool stuck in connecting ignores SIGTERM in some versions.
        killSignal: 'SIGKILL',
        maxBuffer: 64 * 1024,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve({ kind: 'answered', text: stdout.trim() });
        if (error.code === 'ENOENT') return resolve(null);
        const said = stderr.trim();
        if (error.killed === true || /NoReply|Timeout|timed out/i.test(said)) {
          return resolve({ kind: 'silent', why: `no answer within ${options.timeoutMs} ms` });
        }
        if (/Failed to open connection|Could not connect|Error connecting/i.test(said)) {
          return resolve({ kind: 'no-bus', why: 'the session’s message bus is gone' });
        }
        return resolve({ kind: 'refused', why: said.split('\n')[0] ?? 'the call failed' });
      },
    );
  });
}

/** Reads a boolean as dbus-send (`true`, `variant boolean true`) or gdbus (`(true,)`, `(<true>,)`) prints it. */
export function parseBoolean(text: string): boolean | null {
  const match = /^[(<\s]*(?:variant\s+)?(?:boolean\s+)?(true|false)[>,)\s]*$/.exec(text);
  return match === null ? null : match[1] === 'true';
}

export type Ownership =
  | { readonly kind: 'owned' }
  | { readonly kind: 'nobody'; readonly why: string }
  /** The bus gave no usable answer. */
  | { readonly kind: 'unknown'; readonly why: string };

/** Whether somebody owns a name on the session bus. Without a bus nobody does. */
export async function ownerOf(name: string, options: BusOptions): Promise<Ownership> {
  const answer = await askBus(
    {
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      method: 'org.freedesktop.DBus.NameHasOwner',
      args: [name],
    },
    options,
  );
  switch (answer.kind) {
    case 'no-bus':
      return { kind: 'nobody', why: answer.why };
    case 'silent':
    case 'refused':
      return { kind: 'unknown', why: `the message bus: ${answer.why}` };
    case 'answered': {
      const owned = parseBoolean(answer.text);
      if (owned === null)
        return { kind: 'unknown', why: 'the message bus gave an unreadable answer' };
      return owned ? { kind: 'owned' } : { kind: 'nobody', why: 'nobody answers to this name' };
    }
  }
}
