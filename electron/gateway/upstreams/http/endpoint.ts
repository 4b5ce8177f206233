import { Agent, type OutgoingHttpHeaders } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { UpstreamConfig } from '../../../../shared/upstream.ts';
import { type Exchange, type ExchangeEnd, exchange } from '../../../wire/exchange.ts';
import { loopHeader } from '../../../wire/mcp-headers.ts';

type RemoteConfig = Extract<UpstreamConfig, { kind: 'http' | 'sse' }>;

export type EndpointRequest = Pick<Exchange, 'method' | 'signal' | 'onEvent'> &
  Partial<Pick<Exchange, 'body' | 'onHeaders' | 'restMs'>> & {
    readonly headers: OutgoingHttpHeaders;
    /** Streams are open for good, and must not take a place from the calls. */
    readonly lane: 'call' | 'stream';
    /** Another address than the configured one. */
    readonly url?: URL;
  };

/** An HTTP server's address with its connections. */
export interface HttpEndpoint {
  readonly url: () => URL;
  request(request: EndpointRequest): Promise<ExchangeEnd>;
  close(): void;
}

const mostRedirects = 3;
/**
 * A free connection is let go before its server does that (Node's after 5 s): a call that is sent while the
 * server closes it has no answer, and would be unknown. Seen under load, at `initialize`.
 */
const freeMs = 2000;
/** Calls at once to one server; more of them wait. */
const mostSockets = 64;

/** @param ownMark Names the gateway to itself, where a request comes back to it; null: nothing does. */
export function createHttpEndpoint(config: RemoteConfig, ownMark: string | null): HttpEndpoint {
  let url = new URL(config.url);
  const { username, password } = url;
  url.username = url.password = '';
  const basic =
    username === '' && password === ''
      ? {}
      : {
          authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
        };
  const secure = url.protocol === 'https:';
  const make = (options: ConstructorParameters<typeof Agent>[0]) => {
    const agent = secure ? new SecureAgent(options) : new Agent(options);
    // After the agent's own listener, which ends a connection that is free when its time is over.
    agent.on('free', (socket: Socket) => socket.setTimeout(freeMs));
    return agent;
  };
  const agents = {
    call: make({ keepAlive: true, maxSockets: mostSockets, maxFreeSockets: 8, scheduling: 'lifo' }),
    stream: make({ keepAlive: false }),
  };
  const lower = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const configured = lower(config.headers);
  // For this computer only: an address of our own would call itself without end.
  const isHere = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  const mark: OutgoingHttpHeaders = isHere && ownMark !== null ? { [loopHeader]: ownMark } : {};

  return {
    url: () => url,
    async request({ lane, url: other, headers, ...rest }) {
      for (let redirects = 0; ; redirects += 1) {
        const to = other ?? url;
        const end = await exchange({
          ...rest,
          url: to,
          agent: agents[lane],
          // What the protocol says goes over what a person configured.
          headers: { ...basic, ...configured, ...headers, ...mark },
          limit: config.messageLimitBytes,
        });
        // 307 and 308 ask for the same request elsewhere, so nothing was carried out. Only within the
        // origin: the headers hold the person's secrets.
        if (end.kind !== 'status' || ![307, 308].includes(end.status)) return end;
        const location = end.headers.location;
        const next =
          location === undefined || !URL.canParse(location, to.href) ? null : new URL(location, to);
        if (next === null || next.origin !== to.origin || redirects === mostRedirects) {
          const elsewhere = next !== null && next.origin !== to.origin;
          return {
            ...end,
            body: elsewhere ? 'it points to another host, which is not followed' : 'it redirects',
          };
        }
        if (other !== undefined) return end;
        url = next;
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}
