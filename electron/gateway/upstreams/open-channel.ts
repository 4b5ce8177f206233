import type { UpstreamConfig } from '../../../shared/upstream.ts';
import type { UpstreamMessage } from './answers.ts';
import type { Channel } from './connect.ts';
import { createHttpEndpoint, type HttpEndpoint } from './http/endpoint.ts';
import { openHttpLink } from './http/http-link.ts';
import { openSseLink } from './http/sse-link.ts';
import type { Link, LinkEvents } from './link.ts';
import type { Notes } from './notes.ts';
import type { Processes } from './processes.ts';
import { createSession, type Session } from './session.ts';
import { openStdioLink } from './stdio/stdio-link.ts';

export interface ChannelEvents {
  readonly onMessage: (message: UpstreamMessage) => void;
  readonly onEnd: (why: string, session: Session) => void;
  readonly onTrouble: (why: string) => void;
  readonly onAnswered: () => void;
  /** Aborted: nobody wants it any more. */
  readonly signal: AbortSignal;
}

/** Opens links to one server with conversations on them. */
export interface OpenChannel {
  /** True where an address that refuses Streamable HTTP may still speak the older HTTP+SSE. */
  readonly mayBeOlder: boolean;
  /** `older`: by HTTP+SSE. @throws UpstreamError where there is no way to it. */
  open(events: ChannelEvents, older: boolean): Promise<Channel>;
  close(): void;
}

export interface OpenChannelOptions {
  readonly config: UpstreamConfig;
  readonly processes: Processes;
  readonly notes: Notes;
  readonly redact: (text: string) => string;
  readonly ownMark: string | null;
}

export function createOpenChannel(options: OpenChannelOptions): OpenChannel {
  const { config, processes, notes, redact, ownMark } = options;
  const endpoint: HttpEndpoint | null =
    config.kind === 'stdio' ? null : createHttpEndpoint(config, ownMark);

  const linkOf = async (events: LinkEvents, signal: AbortSignal, older: boolean): Promise<Link> => {
    if (config.kind === 'stdio') return openStdioLink({ config, processes, notes, events });
    if (endpoint === null) throw new Error('an address without an endpoint');
    return config.kind === 'sse' || older
      ? openSseLink({ endpoint, events, signal })
      : openHttpLink({ endpoint, events });
  };

  return {
    mayBeOlder: config.kind === 'http',
    async open({ onMessage, onEnd, onTrouble, onAnswered, signal }, older) {
      const session: Session = createSession({
        callTimeoutMs: config.callTimeoutMs,
        onMessage,
        onTrouble,
        onAnswered,
        onNote: notes.add,
        onEnd: (why) => onEnd(why, session),
        redact,
      });
      const link = await linkOf(session.events, signal, older);
      session.attach(link);
      const stop = (): void => {
        session.end('it was stopped');
        void link.close();
      };
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      const close = link.close.bind(link);
      return {
        session,
        link: {
          ...link,
          close() {
            signal.removeEventListener('abort', stop);
            return close();
          },
        },
      };
    },
    close: () => endpoint?.close(),
  };
}
