import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { clientDisplayName } from '../../../shared/client-names.ts';
import type { Approval } from '../../../shared/servers.ts';
import { visibleLine, visibleText } from '../../../shared/text.ts';
import { count, duration } from '../../lib/format.ts';
import { approvalsText } from '../../text/approvals-text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Field, Fields } from '../details/field-list.tsx';
import { useApprovals } from './approvals-store.ts';
import { useDecide, useSecondsLeft, useWaiting } from './use-waiting.ts';
import './approvals.css';

const text = approvalsText.dialog;
/** A click meant for the question before must not answer this one. */
const armMs = 700;

/** The question itself. One that is over says so: another never takes its place under the pointer. */
export function ApprovalDialog() {
  const waiting = useWaiting();
  const { shown, show } = useApprovals();
  const at = waiting.findIndex(({ approval_id }) => approval_id === shown);
  const approval = waiting[at];
  return (
    <Dialog
      title={approval === undefined ? text.over : text.title}
      open={shown !== null}
      onClose={() => show(null)}
      wide
    >
      {approval === undefined ? (
        <Over next={waiting[0]} />
      ) : (
        <Question
          key={approval.approval_id}
          approval={approval}
          at={at}
          waiting={waiting}
          next={waiting[at + 1] ?? waiting[at - 1]}
        />
      )}
    </Dialog>
  );
}

function Over({ next }: { readonly next: Approval | undefined }) {
  const show = useApprovals((state) => state.show);
  return (
    <>
      <p role="status">{text.overText}</p>
      <div className="dialog-actions">
        <Button onClick={() => show(null)}>{text.close}</Button>
        {next === undefined ? null : (
          <Button kind="primary" onClick={() => show(next.approval_id)}>
            {text.showNext}
          </Button>
        )}
      </div>
    </>
  );
}

interface QuestionProps {
  readonly approval: Approval;
  readonly at: number;
  readonly waiting: readonly Approval[];
  readonly next: Approval | undefined;
}

function Question({ approval, at, waiting, next }: QuestionProps) {
  const show = useApprovals((state) => state.show);
  const decide = useDecide();
  const armed = useArmed();
  const name = visibleLine(
    clientDisplayName(approval.client.client_info, approval.client.client_name),
  );
  const tool = visibleLine(approval.tool);
  const answer = (decision: 'allow' | 'deny', always: boolean) => () => {
    if (!armed || decide.isPending) return;
    decide.mutate({ approval, decision, always });
    show(next?.approval_id ?? null);
  };
  const idle = !armed || decide.isPending;
  return (
    <div className="approval">
      <Place approval={approval} at={at} waiting={waiting} />
      <Fields>
        <Field name={text.client}>
          <span className="approval-client">
            <ClientBadge clientInfo={approval.client.client_info} name={name} />
            <span className="selectable">{name}</span>
          </span>
        </Field>
        <Field name={text.tool}>
          <span className="mono selectable approval-tool">{tool}</span>{' '}
          <span className="quiet">
            {text.server.toLowerCase()} <span className="selectable">{approval.server}</span>
          </span>
        </Field>
        <Field name={text.reason}>
          {approval.reason === null ? (
            <span className="quiet">{text.noReason}</span>
          ) : (
            <LongText text={approval.reason} limit={300} />
          )}
        </Field>
      </Fields>
      <section aria-label={text.arguments}>
        <h3 className="label">{text.arguments}</h3>
        {/* First in the order of keys: what is read before it is answered. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where it is long */}
        <pre className="approval-arguments mono selectable" tabIndex={0}>
          {visibleText(approval.arguments)}
        </pre>
        <p className="quiet approval-hint">{text.cut}</p>
      </section>
      <div className="approval-answers">
        <Button aria-disabled={idle} onClick={answer('deny', true)}>
          {text.alwaysDeny}
        </Button>
        <Button aria-disabled={idle} onClick={answer('allow', true)}>
          {text.alwaysAllow}
        </Button>
        <span className="approval-once">
          <Button aria-disabled={idle} onClick={answer('deny', false)}>
            {text.deny}
          </Button>
          <Button kind="primary" aria-disabled={idle} onClick={answer('allow', false)}>
            {text.allow}
          </Button>
        </span>
      </div>
      <p className="quiet approval-hint">{text.alwaysHint(tool, approval.server)}</p>
    </div>
  );
}

function Place({ approval, at, waiting }: Omit<QuestionProps, 'next'>) {
  const show = useApprovals((state) => state.show);
  const left = useSecondsLeft(approval.expires_ms);
  const [before, after] = [waiting[at - 1], waiting[at + 1]];
  const part = (left * 1000) / Math.max(1, approval.expires_ms - approval.asked_ms);
  return (
    <div className="approval-place">
      <p className="approval-left" role="timer">
        {text.left(duration(left * 1000))}
      </p>
      {waiting.length < 2 ? null : (
        <span className="approval-steps">
          <IconButton
            label={text.previous}
            icon={<ChevronLeft aria-hidden />}
            disabled={before === undefined}
            onClick={() => before && show(before.approval_id)}
          />
          {text.position(count(at + 1), count(waiting.length))}
          <IconButton
            label={text.next}
            icon={<ChevronRight aria-hidden />}
            disabled={after === undefined}
            onClick={() => after && show(after.approval_id)}
          />
        </span>
      )}
      <span className="approval-bar" aria-hidden>
        <span style={{ transform: `scaleX(${Math.min(1, part)})` }} />
      </span>
    </div>
  );
}

function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), armMs);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
