import type { UpstreamAnswer } from './answers.ts';

interface SetUpRequest {
  readonly method: string;
  readonly params: string | null;
}

/** What a client set up in its session, to be said again when the server was lost. */
export interface SetUp {
  remember(method: string, params: string | null, answer: UpstreamAnswer): void;
  all(): Iterable<SetUpRequest>;
}

const most = 1000;

export function createSetUp(): SetUp {
  const requests = new Map<string, SetUpRequest>();
  return {
    remember(method, params, answer) {
      if (answer.kind !== 'result') return;
      if (method === 'logging/setLevel') requests.set(method, { method, params });
      if (method === 'resources/subscribe' && requests.size < most) {
        requests.set(`subscribe ${params}`, { method, params });
      }
      if (method === 'resources/unsubscribe') requests.delete(`subscribe ${params}`);
    },
    all: () => requests.values(),
  };
}
