import { ShieldQuestion } from 'lucide-react';
import { clientDisplayName } from '../../../shared/client-names.ts';
import type { Approval } from '../../../shared/servers.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import { count, duration } from '../../lib/format.ts';
import { approvalsText } from '../../text/approvals-text.ts';
import { useApprovals } from './approvals-store.ts';
import { useSecondsLeft, useWaiting } from './use-waiting.ts';
import './approvals.css';

const text = approvalsText.banner;
/** A name that is longer tells nobody more in one line. */
const longestName = 48;

/** Above every page while a call waits: who wants what, and how long that takes until it is refused. */
export function ApprovalBanner() {
  const waiting = useWaiting();
  const [first] = waiting;
  return first === undefined ? null : <Banner first={first} waiting={waiting.length} />;
}

function Banner({ first, waiting }: { readonly first: Approval; readonly waiting: number }) {
  const show = useApprovals((state) => state.show);
  const left = useSecondsLeft(first.expires_ms);
  const { client_info, client_name } = first.client;
  const short = (name: string) => cutCharacters(visibleLine(name), longestName);
  const what =
    waiting === 1
      ? text.one(
          short(clientDisplayName(client_info, client_name)),
          short(first.tool),
          first.server,
        )
      : text.many(count(waiting));
  return (
    <section className="approval-banner" aria-label={text.region}>
      <ShieldQuestion aria-hidden />
      <p className="approval-banner-text">
        <b role="alert">{what}</b>{' '}
        <span className="approval-banner-left">{text.left(duration(left * 1000))}</span>
      </p>
      <button
        type="button"
        className="approval-banner-look"
        onClick={() => show(first.approval_id)}
      >
        {text.look}
      </button>
    </section>
  );
}
