import type { RequestKey } from './write-call.ts';

/** How long an identical call of a client without sessions is taken for the same one. */
const statelessMs = 60_000;
const mostRemembered = 5000;

interface Remembered<Answer> {
  readonly body: string;
  readonly answer: Promise<Answer>;
  /** Monotonic milliseconds; null while it runs. */
  settledAt: number | null;
}

export type Seen<Answer> =
  | { readonly kind: 'new' }
  | { readonly kind: 'same'; readonly answer: Promise<Answer> }
  /** The id was used for another call. */
  | { readonly kind: 'conflict' };

/** Calls seen before, so that a transport's repeat is not a second write (case d08). */
export interface Replays<Answer> {
  look(key: RequestKey): Seen<Answer>;
  remember(key: RequestKey, answer: Promise<Answer>): void;
  /** The call left nothing behind: a repeat may try again. */
  forget(key: RequestKey): void;
}

export function createReplays<Answer>(
  clock: () => number = () => performance.now(),
): Replays<Answer> {
  const calls = new Map<string, Remembered<Answer>>();
  // A stateless client starts again at id 0 with each process: its id alone says nothing.
  const nameOf = (key: RequestKey) =>
    `${key.scope}\n${typeof key.id}\n${key.id}${key.stateless ? `\n${key.body}` : ''}`;
  return {
    look(key) {
      const call = calls.get(nameOf(key));
      if (call === undefined) return { kind: 'new' };
      const over =
        key.stateless && call.settledAt !== null && clock() - call.settledAt > statelessMs;
      if (over) return { kind: 'new' };
      return call.body === key.body ? { kind: 'same', answer: call.answer } : { kind: 'conflict' };
    },
    remember(key, answer) {
      const call: Remembered<Answer> = { body: key.body, answer, settledAt: null };
      calls.delete(nameOf(key));
      calls.set(nameOf(key), call);
      void answer.finally(() => {
        call.settledAt = clock();
      });
      for (const [name, { settledAt }] of calls) {
        if (calls.size <= mostRemembered) break;
        if (settledAt !== null) calls.delete(name);
      }
    },
    forget(key) {
      calls.delete(nameOf(key));
    },
  };
}
