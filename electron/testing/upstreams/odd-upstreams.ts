import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { UpstreamConfig, UpstreamState } from '../../../shared/upstream.ts';
import { upstreamConfigSchema } from '../../../shared/upstream.ts';
import type { UpstreamAnswer, UpstreamMessage } from '../../gateway/upstreams/answers.ts';
import type { Era, Hello } from '../../gateway/upstreams/era.ts';
import { usualRetries } from '../../gateway/upstreams/health.ts';
import {
  createUpstreams,
  type Upstreams,
  type UpstreamsOptions,
} from '../../gateway/upstreams/upstreams.ts';
import { tempHome } from '../temp-home.ts';

const script = fileURLToPath(new URL('./odd-server.mjs', import.meta.url));

/** Faults that odd-server.mjs knows. */
export type Odd = Readonly<Record<string, unknown>>;

type Rest = Readonly<Record<string, unknown>>;

/** A server with these faults, behind as many shells as wanted. */
export function oddConfig(name: string, odd: Odd = {}, rest: Rest = {}): UpstreamConfig {
  return upstreamConfigSchema.parse({
    name,
    kind: 'stdio',
    command: process.execPath,
    args: [script, JSON.stringify(odd)],
    connectTimeoutMs: 20_000,
    callTimeoutMs: 20_000,
    ...rest,
  });
}

/** The command of such a server as a shell would be given it. */
export function oddCommand(odd: Odd = {}): string {
  return `'${process.execPath}' '${script}' '${JSON.stringify(odd)}'`;
}

export interface TestUpstreams extends Upstreams {
  readonly states: readonly UpstreamState[];
  readonly heard: readonly { readonly name: string; readonly message: UpstreamMessage }[];
  readonly home: string;
}

/** Upstreams of a test; closed when it ends. Times are short. */
export function testUpstreams(
  configs: readonly UpstreamConfig[],
  more: Partial<UpstreamsOptions> = {},
): TestUpstreams {
  const states: UpstreamState[] = [];
  const heard: { name: string; message: UpstreamMessage }[] = [];
  const home = tempHome();
  const upstreams = createUpstreams({
    configs,
    client: { name: 'inkwatch', version: '0.0.0' },
    runFile: join(home, 'upstreams.json'),
    onState: (state) => states.push(state),
    onShared: (name, message) => heard.push({ name, message }),
    ...more,
    limits: {
      retries: { ...usualRetries, firstMs: 20, longestMs: 200 },
      grace: { stdin: 300, term: 300 },
      ...more.limits,
    },
  });
  onTestFinished(() => upstreams.close());
  return Object.assign(upstreams, { states, heard, home });
}

export function hello(era: Era = 'legacy', more: Partial<Hello> = {}): Hello {
  return {
    era,
    clientInfo: '{"name":"test","version":"1.0"}',
    capabilities: '{"sampling":{}}',
    initialize: null,
    ...more,
  };
}

/** Polls until it holds. @throws Error with what was last seen, after the deadline. */
export async function until<T>(
  look: () => T | Promise<T>,
  holds: (value: T) => boolean,
  ms = 10_000,
): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The session, once it is open; a server of its own for each client. */
export const call = (
  session: {
    request(method: string, params: string | null): Promise<UpstreamAnswer>;
  },
  args = '{}',
): Promise<UpstreamAnswer> =>
  session.request('tools/call', `{"name":"tool-0","arguments":${args}}`);

/** Lines of an odd server's log that begin so, without the beginning. */
export function logged(file: string, what: 'got' | 'did' | 'started' | 'child'): string[] {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${what} `))
    .map((line) => line.slice(what.length + 1));
}

/** True while there is such a process that is no zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}

/** How long the event loop was held up until `stop`, ms, in 19 of 20 turns: others use this machine too. */
export function watchLoop(): { readonly stop: () => number } {
  let last = performance.now();
  let used = process.cpuUsage();
  const delays: number[] = [];
  const timer = setInterval(() => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(used);
    // A turn that used no processor was not long: another program had the machine.
    delays.push(Math.min(now - last - 5, (user + system) / 1000));
    last = now;
    used = process.cpuUsage();
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      delays.sort((a, b) => a - b);
      return delays[Math.floor(delays.length * 0.95)] ?? 0;
    },
  };
}
