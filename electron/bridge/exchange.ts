import { Agent } from 'node:http';
import { type Exchange, type ExchangeEnd, exchange as exchangeBy } from '../wire/exchange.ts';

interface BridgeExchange extends Omit<Exchange, 'agent' | 'limit' | 'onEvent'> {
  /** `stream`: may stay open for good, so it must not take a place from the calls. */
  readonly lane: 'call' | 'control' | 'stream';
  /** Each JSON-RPC message of a 2xx answer as JSON text; `eventId` where the stream gives ids. */
  readonly onMessage: (text: string, eventId: string | null) => void;
}

// Lanes of their own, since a call can wait for a client's response, which is a message itself.
const agents = {
  call: new Agent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 8, scheduling: 'lifo' }),
  control: new Agent({ keepAlive: true, maxFreeSockets: 2 }),
  stream: new Agent({ keepAlive: false }),
} as const;

/** Closes kept connections, so that the process can end. */
export function closeAgents(): void {
  for (const agent of Object.values(agents)) agent.destroy();
}

/** One HTTP request to the core, to its very end. Never rejects. The core is trusted with its lengths. */
export function exchange({ lane, onMessage, ...options }: BridgeExchange): Promise<ExchangeEnd> {
  return exchangeBy({
    ...options,
    agent: agents[lane],
    limit: Number.POSITIVE_INFINITY,
    onEvent: ({ event, data, id }) => {
      if (event === 'message') onMessage(data, id);
    },
  });
}
