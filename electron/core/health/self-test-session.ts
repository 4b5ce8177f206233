/** What came back for one message. */
export interface Answered {
  readonly status: number;
  readonly result: Readonly<Record<string, unknown>> | null;
  /** The error's words; null: there is none. */
  readonly error: string | null;
}

/** One MCP session of the 2025 era, by hand: what it proves must not rest on a client that reconnects. */
export interface SelfTestSession {
  readonly id: string;
  call(id: number, name: string, args: Readonly<Record<string, unknown>>): Promise<Answered>;
  ping(id: number): Promise<Answered>;
  end(): Promise<void>;
}

const protocol = '2025-11-25';
const answerMs = 10_000;

/** @throws Error in words where no session is opened */
export async function openSelfTestSession(
  url: string,
  token: string,
  client: { readonly name: string; readonly version: string },
): Promise<SelfTestSession> {
  const base = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const send = (message: object, headers: Readonly<Record<string, string>>) =>
    fetch(url, {
      method: 'POST',
      headers: { ...base, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      signal: AbortSignal.timeout(answerMs),
    });

  const params = { protocolVersion: protocol, capabilities: {}, clientInfo: client };
  const opened = await send({ id: 0, method: 'initialize', params }, {});
  const id = opened.headers.get('mcp-session-id');
  const first = await answeredBy(opened);
  if (id === null || first.result === null) {
    throw new Error(`it answered ${first.status}${first.error === null ? '' : `: ${first.error}`}`);
  }
  const session = { 'mcp-session-id': id, 'mcp-protocol-version': protocol };
  await (await send({ method: 'notifications/initialized' }, session)).arrayBuffer();
  const ask = async (message: object) => answeredBy(await send(message, session));
  return {
    id,
    call: (call, name, args) =>
      ask({ id: call, method: 'tools/call', params: { name, arguments: args } }),
    ping: (call) => ask({ id: call, method: 'ping' }),
    async end() {
      const headers = { ...base, ...session };
      const signal = AbortSignal.timeout(answerMs);
      await (await fetch(url, { method: 'DELETE', headers, signal })).arrayBuffer();
    },
  };
}

async function answeredBy(response: Response): Promise<Answered> {
  const message = messageIn(await response.text());
  const { result, error } = message ?? {};
  return {
    status: response.status,
    result: isObject(result) ? result : null,
    error: isObject(error) && typeof error.message === 'string' ? error.message : null,
  };
}

/** A body of JSON, or the first message of a stream. */
function messageIn(text: string): Readonly<Record<string, unknown>> | null {
  const json = /^data: ?(\{.*)$/m.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
