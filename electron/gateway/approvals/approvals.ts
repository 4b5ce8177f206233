import { randomUUID } from 'node:crypto';
import type { Approval } from '../../../shared/servers.ts';

/** Who decided of a call that had to be asked for. */
export type Decision =
  | { readonly kind: 'allowed'; readonly always: boolean }
  | { readonly kind: 'denied'; readonly always: boolean }
  /** Nobody answered in time. */
  | { readonly kind: 'unanswered' }
  /** The person has more to read than they can already. */
  | { readonly kind: 'too-many' }
  /** The client gave up, or Inkwatch quits. */
  | { readonly kind: 'gone' };

export type Question = Omit<Approval, 'approval_id' | 'asked_ms' | 'expires_ms'> & {
  /** The same call asked again while it waits is the same question. */
  readonly key: string;
};

export interface Approvals {
  /** Waits for the person. Never rejects. */
  ask(question: Question, signal: AbortSignal | null): Promise<Decision>;
  /** What waits, oldest first. */
  waiting(): readonly Approval[];
  /** @returns false where nobody waits for it any more */
  decide(approvalId: string, decision: 'allow' | 'deny', always: boolean): boolean;
  /** Ends all questions, and refuses new ones. */
  close(): void;
}

export interface ApprovalsOptions {
  readonly onChanged: (waiting: readonly Approval[]) => void;
  readonly waitMs?: () => number;
  readonly now?: () => number;
}

/** A person can read a handful of questions; beyond that a client asks too much, and is told so. */
const mostWaiting = 50;
const usualWaitMs = 60_000;

interface Open {
  readonly approval: Approval;
  readonly key: string;
  readonly answer: Promise<Decision>;
  readonly end: (decision: Decision) => void;
  /** Callers that wait for the answer; the question ends when the last one is gone. */
  callers: number;
}

export function createApprovals(options: ApprovalsOptions): Approvals {
  const { onChanged, now = Date.now } = options;
  const open = new Map<string, Open>();
  let isClosed = false;
  const waiting = () => [...open.values()].map(({ approval }) => approval);
  const changed = () => onChanged(waiting());

  const begin = ({ key, ...question }: Question): Open => {
    const approval_id = randomUUID();
    const asked_ms = now();
    const waitMs = options.waitMs?.() ?? usualWaitMs;
    const approval = { ...question, approval_id, asked_ms, expires_ms: asked_ms + waitMs };
    let settle: (decision: Decision) => void = () => undefined;
    const answer = new Promise<Decision>((resolve) => {
      settle = resolve;
    });
    const end = (decision: Decision) => {
      clearTimeout(timer);
      if (!open.delete(approval_id)) return;
      settle(decision);
      changed();
    };
    const timer = setTimeout(() => end({ kind: 'unanswered' }), waitMs);
    timer.unref();
    const begun = { approval, key, answer, end, callers: 0 };
    open.set(approval_id, begun);
    changed();
    return begun;
  };

  return {
    async ask(question, signal) {
      if (isClosed || signal?.aborted === true) return { kind: 'gone' };
      const known = [...open.values()].find(({ key }) => key === question.key);
      if (known === undefined && open.size >= mostWaiting) return { kind: 'too-many' };
      const asked = known ?? begin(question);
      asked.callers += 1;
      if (signal === null) return asked.answer;
      const left = new Promise<Decision>((resolve) => {
        signal.addEventListener(
          'abort',
          () => {
            asked.callers -= 1;
            if (asked.callers === 0) asked.end({ kind: 'gone' });
            resolve({ kind: 'gone' });
          },
          { once: true },
        );
      });
      return Promise.race([asked.answer, left]);
    },
    waiting,
    decide(approvalId, decision, always) {
      const asked = open.get(approvalId);
      if (asked === undefined) return false;
      asked.end({ kind: decision === 'allow' ? 'allowed' : 'denied', always });
      return true;
    },
    close() {
      isClosed = true;
      for (const asked of [...open.values()]) asked.end({ kind: 'gone' });
    },
  };
}
