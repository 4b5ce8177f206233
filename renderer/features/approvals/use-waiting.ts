import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Approval } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { approvalsText } from '../../text/approvals-text.ts';
import { useToasts } from '../../ui/toast-store.ts';

const text = approvalsText.said;
const noneWaiting: readonly Approval[] = [];

/** Calls that wait for the person, oldest first. */
export function useWaiting(): readonly Approval[] {
  return (
    useQuery({ queryKey: keys.approvals, queryFn: () => inkwatch.approvals.list() }).data ??
    noneWaiting
  );
}

export interface Answer {
  readonly approval: Approval;
  readonly decision: 'allow' | 'deny';
  readonly always: boolean;
}

export function useDecide() {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  return useMutation({
    mutationFn: ({ approval, decision, always }: Answer) =>
      inkwatch.approvals.decide({ approval_id: approval.approval_id, decision, always }),
    onSuccess: ({ decided }, answer) =>
      say(
        decided
          ? { tone: 'ok', text: wordsOf(answer)(visibleLine(answer.approval.tool)) }
          : { tone: 'failed', text: text.late },
      ),
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.approvals }),
  });
}

function wordsOf({ decision, always }: Answer): (tool: string) => string {
  if (decision === 'allow') return always ? text.alwaysAllow : text.allow;
  return always ? text.alwaysDeny : text.deny;
}

/** Whole seconds until then, at least 0; ticks while it is shown. */
export function useSecondsLeft(until_ms: number): number {
  const left = () => Math.max(0, Math.ceil((until_ms - Date.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  return left();
}
