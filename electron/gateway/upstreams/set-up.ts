import type { UpstreamAnswer } from './answers.ts';

interface SetUpRequest {
  readonly method: string;
  readonly params: string | null;
}

/** What a client set up in its session, to be said again when the server was lost. */
export interface SetUp {
  /** It said `notifications/initialized`: from then on the server may speak to it. */
  isInitialized: boolean;
  /** It had a session before this one. */
  wasOpen: boolean;
  remember(method: string, params: string | null, answer: UpstreamAnswer): void;
  all(): Iterable<SetUpRequest>;
}

const most = 1000;

export function createSetUp(isInitialized: boolean): SetUp {
  const requests = new Map<string, SetUpRequest>();
  return {
    isInitialized,
    wasOpen: false,
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
