import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runStdio } from '../bridge/stdio.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths } from '../home/paths.ts';
import { versionKey } from '../wire/mcp-headers.ts';

export type WayName = 'HTTP 2025' | 'HTTP 2026' | 'stdio 2025' | 'stdio 2026';
export const wayNames = [
  'HTTP 2025',
  'HTTP 2026',
  'stdio 2025',
  'stdio 2026',
] as const satisfies readonly WayName[];

/** A message as it came, and parsed. */
export interface Heard {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** One client's connection, of raw messages: each can be sent twice, cut or given up. */
export interface WayIn {
  /**
   * Sends a request and resolves to its answer. `params` is JSON text of an object; where the era wants an
   * envelope it is put behind its members. `as` sends it again under that id.
   */
  request(method: string, params: string, as?: number): Promise<Heard>;
  notify(method: string, params: string): Promise<void>;
  /** Answers what the server asked; `id` and `raw` are JSON text. */
  answer(id: string, raw: string): Promise<void>;
  /** Gives up a request that runs. */
  cancel(id: number): Promise<void>;
  /** The id that the next request gets. */
  readonly next: () => number;
  /** What the server said beside answers. */
  readonly heard: readonly Heard[];
}

const clientInfo = '{"name":"door-client","version":"4.2"}';
const envelope = `"${versionKey}":"2026-07-28","io.modelcontextprotocol/clientInfo":${clientInfo},"io.modelcontextprotocol/clientCapabilities":{}`;
const initialize = `{"protocolVersion":"2025-11-25","capabilities":{"sampling":{},"elicitation":{}},"clientInfo":${clientInfo}}`;

/** With the envelope of 2026-07-28 in `_meta`, which comes last in the texts of these tests. */
function enveloped(params: string): string {
  const meta = params.indexOf('"_meta":{');
  if (meta === -1) {
    return `${params.slice(0, -1)}${params === '{}' ? '' : ','}"_meta":{${envelope}}}`;
  }
  const at = meta + '"_meta":{'.length;
  return `${params.slice(0, at)}${envelope}${params[at] === '}' ? '' : ','}${params.slice(at)}`;
}

const heardOf = (text: string): Heard => ({
  text,
  value: JSON.parse(text) as Record<string, unknown>,
});

/** @param server The one behind the gateway; null: all of them. */
export function wayIn(name: WayName, home: string, server: string | null): Promise<WayIn> {
  switch (name) {
    case 'HTTP 2025':
    case 'HTTP 2026':
      return overHttp(home, server, name === 'HTTP 2026');
    case 'stdio 2025':
    case 'stdio 2026':
      return overStdio(home, server, name === 'stdio 2026');
  }
}

async function overHttp(home: string, server: string | null, modern: boolean): Promise<WayIn> {
  const file = readEndpointFile(homePaths(home).endpoint);
  if (file === null) throw new Error('nothing is served');
  const url = server === null ? file.url : `${file.url}/${server}`;
  const heard: Heard[] = [];
  const running = new Map<number, AbortController>();
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  let session: Readonly<Record<string, string>> = {};
  let id = 0;

  const send = async (
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
    take: (heard: Heard) => void,
  ): Promise<Headers> => {
    const response = await fetch(url, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${file.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...session,
        ...headers,
      },
      body,
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
      const text = await response.text();
      if (text !== '') take(heardOf(text));
    } else for await (const text of eventsOf(response)) take(heardOf(text));
    return response.headers;
  };

  const ask = async (
    method: string,
    params: string,
    as: number,
  ): Promise<readonly [Heard, Headers]> => {
    const whole = modern ? enveloped(params) : params;
    const body = `{"jsonrpc":"2.0","id":${as},"method":"${method}","params":${whole}}`;
    const tool = (JSON.parse(params) as { name?: unknown }).name;
    const headers: Record<string, string> = modern
      ? {
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': method,
          ...(typeof tool === 'string' ? { 'mcp-name': tool } : {}),
        }
      : {};
    const abort = new AbortController();
    running.set(as, abort);
    let answer: Heard | null = null;
    const signal = AbortSignal.any([abort.signal, closing.signal]);
    const got = await send(body, headers, signal, (one) => {
      if (one.value.method === undefined) answer = one;
      else heard.push(one);
    });
    running.delete(as);
    if (answer === null) throw new Error('no answer');
    return [answer, got];
  };

  const notify = async (method: string, params: string) => {
    const body = `{"jsonrpc":"2.0","method":"${method}","params":${params}}`;
    await send(body, {}, closing.signal, () => undefined);
  };
  if (!modern) {
    const [, headers] = await ask('initialize', initialize, id++);
    session = {
      'mcp-session-id': headers.get('mcp-session-id') ?? '',
      'mcp-protocol-version': '2025-11-25',
    };
    await notify('notifications/initialized', '{}');
  }
  return {
    heard,
    next: () => id,
    request: async (method, params, as = id++) => (await ask(method, params, as))[0],
    notify,
    async answer(to, raw) {
      const body = `{"jsonrpc":"2.0","id":${to},"result":${raw}}`;
      await send(body, {}, closing.signal, () => undefined);
    },
    async cancel(which) {
      if (modern) running.get(which)?.abort();
      else await notify('notifications/cancelled', `{"requestId":${which}}`);
    },
  };
}

async function* eventsOf(response: Response): AsyncGenerator<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part as Uint8Array, { stream: true });
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split('\n')
        .flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
      if (data.length > 0) yield data.join('\n');
    }
  }
}

async function overStdio(home: string, server: string | null, modern: boolean): Promise<WayIn> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const program = { file: process.execPath, args: [] };
  const streams = { input, output, errors: new PassThrough().resume() };
  const more = { client: null, token: null, server, mayStart: false, program };
  const ended = runStdio({ home, ...more, ...streams });
  onTestFinished(async () => {
    input.end();
    await ended;
  });
  const write = (line: string) => input.write(`${line}\n`);
  const heard: Heard[] = [];
  const waiting = new Map<unknown, (heard: Heard) => void>();
  let id = 0;
  createInterface({ input: output }).on('line', (line) => {
    const one = heardOf(line);
    if (one.value.method === undefined) waiting.get(one.value.id)?.(one);
    else heard.push(one);
  });
  const request = (method: string, params: string, as = id++): Promise<Heard> => {
    const whole = modern ? enveloped(params) : params;
    const answer = new Promise<Heard>((resolve) => waiting.set(as, resolve));
    write(`{"jsonrpc":"2.0","id":${as},"method":"${method}","params":${whole}}`);
    return answer;
  };
  const notify = async (method: string, params: string): Promise<void> => {
    write(`{"jsonrpc":"2.0","method":"${method}","params":${params}}`);
  };
  if (!modern) {
    await request('initialize', initialize);
    await notify('notifications/initialized', '{}');
  }
  return {
    heard,
    next: () => id,
    request,
    notify,
    async answer(to, raw) {
      write(`{"jsonrpc":"2.0","id":${to},"result":${raw}}`);
    },
    cancel: (which) => notify('notifications/cancelled', `{"requestId":${which}}`),
  };
}
