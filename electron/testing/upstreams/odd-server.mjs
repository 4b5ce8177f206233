// A stdio server with faults to order, written with nothing but Node: what it sends and when is its own
// choice, byte for byte. Its first argument is JSON; see `odd` below.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const odd = {
  /** Every line it got, and every call it carried out, is added to this file. */
  log: '',
  /** Ends before it reads anything. */
  crashAtStart: false,
  /** Ends at the call with this number; `afterWork` says whether it did its work before. */
  crashAt: 0,
  afterWork: false,
  /** Methods that it never answers. */
  silent: [],
  /** Ends at anything that comes before `initialize`, as some old servers do. */
  strict: false,
  /** Says nothing to methods that it does not know. */
  mute: false,
  /** Speaks 2026-07-28, and 2025 only where `legacy` is true. */
  modern: false,
  legacy: true,
  /**
   * Writes without a pause: `stderr`, `stdout` (lines that are no JSON), `braces` (lines that nearly are),
   * `messages` (good ones).
   */
  flood: '',
  banner: '',
  /** Bytes per write; 0: whole lines. */
  pieces: 0,
  lineEnd: '\n',
  /** Sends one line that never ends. */
  endless: false,
  /** Answers a call with this many bytes. */
  answerBytes: 0,
  /** Does not read its input. */
  deaf: false,
  /** Neither SIGTERM nor the end of its input ends it. */
  stubborn: false,
  /** Starts another process: `group` stays in its group, `daemon` leaves it. Its pid is in the log. */
  child: '',
  /** Closes its output and stays. */
  closeOutputAt: 0,
  /** What it asks its client during a call; its answer comes back in the result. */
  asks: '',
  /** Sends this many progress messages during a call. */
  progress: 0,
  /** Lists so many tools, in pages of so many. */
  tools: 1,
  page: 0,
  /** The list's cursors become invalid once, after the first page. */
  moves: false,
  /** The list's cursors go round. */
  circle: false,
  /** Sends answers inside an array. */
  arrays: false,
  /** Milliseconds a call, and a list, takes. */
  callMs: 0,
  listMs: 0,
  error: '',
  ...JSON.parse(process.argv[2] ?? '{}'),
};

const log = (line) => {
  if (odd.log !== '') appendFileSync(odd.log, `${line}\n`);
};

const out = async (text) => {
  const bytes = Buffer.from(`${text}${odd.lineEnd}`);
  if (odd.pieces === 0) {
    process.stdout.write(bytes);
    return;
  }
  for (let at = 0; at < bytes.length; at += odd.pieces) {
    process.stdout.write(bytes.subarray(at, at + odd.pieces));
    // A turn of the loop, so that each is a write of its own.
    if (at % (odd.pieces * 64) === 0) await sleep(0);
  }
};

let order = Promise.resolve();
const send = (text) => {
  order = order.then(() => out(odd.arrays ? `[${text}]` : text));
  return order;
};
const answer = (id, raw) => send(`{"jsonrpc":"2.0","id":${id},"result":${raw}}`);
const refuse = (id, code, message, data) =>
  send(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }));

let calls = 0;
let asked = 0;
let hasMoved = false;
let isOpen = false;
const waiting = new Map();

const tools = () =>
  Array.from({ length: odd.tools }, (_, at) => ({
    name: `tool-${at}`,
    inputSchema: { type: 'object' },
  }));

const list = async (id, params) => {
  if (odd.listMs > 0) await sleep(odd.listMs);
  if (odd.page === 0) return answer(id, JSON.stringify({ tools: tools() }));
  const at = Number(params?.cursor ?? 0);
  if (odd.moves && !hasMoved && at > 0) {
    hasMoved = true;
    return refuse(id, -32602, 'the cursor is not valid any more');
  }
  const page = tools().slice(at, at + odd.page);
  const next = at + odd.page;
  const more = odd.circle || next < odd.tools;
  return answer(
    id,
    JSON.stringify({
      tools: page,
      ...(more ? { nextCursor: String(odd.circle ? next % odd.tools : next) } : {}),
    }),
  );
};

const call = async (id, message, line) => {
  calls += 1;
  const isLast = odd.crashAt === calls;
  if (isLast && !odd.afterWork) process.exit(7);
  log(`did ${JSON.stringify(message.params?.arguments ?? null)}`);
  if (isLast) process.exit(7);
  if (odd.closeOutputAt === calls) {
    process.stdout.end();
    return;
  }
  if (odd.callMs > 0) await sleep(odd.callMs);
  const token = message.params?._meta?.progressToken;
  for (let step = 1; token !== undefined && step <= odd.progress; step += 1) {
    const params = { progressToken: token, progress: step };
    await send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
    await sleep(20);
  }
  let told = 'null';
  if (odd.asks !== '') {
    asked += 1;
    const key = `"ask-${asked}"`;
    const back = new Promise((resolve) => waiting.set(key, resolve));
    send(`{"jsonrpc":"2.0","id":${key},"method":"${odd.asks}","params":{"n":1.0}}`);
    told = await back;
  }
  if (odd.error !== '') return refuse(id, -32000, odd.error);
  // The arguments as they were written: our client puts `params` last.
  const raw = line.slice(line.indexOf('"params":') + 9, -1);
  const filler = odd.answerBytes > 0 ? `,"filler":"${'x'.repeat(odd.answerBytes)}"` : '';
  return answer(id, `{"content":[],"echo":${raw},"told":${told}${filler}}`);
};

const serverInfo = { name: 'odd', version: '1.2.3' };

const take = async (line) => {
  log(`got ${line}`);
  const message = JSON.parse(line);
  const { id, method } = message;
  if (method === undefined) {
    const text = JSON.stringify(id);
    waiting.get(text)?.(line);
    return;
  }
  if (odd.strict && !isOpen && method !== 'initialize') process.exit(9);
  if (odd.silent.includes(method)) return;
  switch (method) {
    case 'initialize':
      if (!odd.legacy) {
        await refuse(id, -32022, 'unsupported', { supported: ['2026-07-28'] });
        return;
      }
      isOpen = true;
      await answer(
        id,
        `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":${JSON.stringify(serverInfo)},"big":9007199254740993}`,
      );
      return;
    case 'server/discover':
      if (odd.mute) return;
      if (!odd.modern) await refuse(id, -32601, 'Method not found');
      else {
        const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], serverInfo };
        await answer(id, JSON.stringify({ ...result, capabilities: {}, ttlMs: 0 }));
      }
      return;
    case 'tools/list':
      await list(id, message.params);
      return;
    case 'tools/call':
      await call(id, message, line);
      return;
    case 'subscriptions/listen': {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
      const acknowledged = 'notifications/subscriptions/acknowledged';
      await send(JSON.stringify({ jsonrpc: '2.0', method: acknowledged, params: { _meta } }));
      return;
    }
    case 'logging/setLevel':
    case 'resources/subscribe':
    case 'ping':
      await answer(id, '{}');
      return;
    default:
      if (id !== undefined && !odd.mute) await refuse(id, -32601, 'Method not found');
  }
};

if (odd.stubborn) {
  process.on('SIGTERM', () => log('ignored SIGTERM'));
  setInterval(() => {}, 1000);
}
if (odd.child !== '') {
  const forever = 'setInterval(() => {}, 1000); process.on("SIGTERM", () => {});';
  const child = spawn(process.execPath, ['-e', forever], {
    detached: odd.child === 'daemon',
    stdio: 'ignore',
  });
  child.unref();
  log(`child ${child.pid}`);
}
log(`started ${process.pid}`);
if (odd.crashAtStart) {
  process.stderr.write(`cannot open the database (key ${process.env.ODD_KEY})\n`);
  process.exit(3);
}
if (odd.banner !== '') process.stdout.write(`${odd.banner}\n`);
if (odd.flood !== '') {
  const message = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}';
  const line = { stderr: 'e'.repeat(100), stdout: 'no JSON', braces: '{', messages: message }[
    odd.flood
  ];
  const block = `${line}\n`.repeat(Math.ceil(65_536 / (line.length + 1)));
  const pipe = odd.flood === 'stderr' ? process.stderr : process.stdout;
  const pour = () => {
    while (pipe.write(block)) {
      // Until the pipe is full.
    }
  };
  pipe.on('drain', () => setImmediate(pour));
  pour();
}
if (odd.endless) {
  const block = `"${'y'.repeat(65_536)}`;
  const pour = () => {
    while (process.stdout.write(block)) {
      // Until the pipe is full.
    }
  };
  process.stdout.on('drain', () => setImmediate(pour));
  pour();
}
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

if (odd.deaf) setInterval(() => {}, 1000);
else {
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (part) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) void take(line);
  });
  process.stdin.on('end', () => {
    log('end of input');
    if (!odd.stubborn) process.exit(0);
  });
}
