import { CircleAlert, FlaskConical, Info, Pause, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppState } from '../../../shared/answers.ts';
import { useAppState, useSettings, useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { shellText } from '../../text/shell-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { useSet } from '../settings/use-set.ts';
import { useShell } from './shell-store.ts';
import './notices.css';

const text = shellText.notices;

/** What a person has to know on every page, above it. */
export function Notices() {
  const query = useAppState();
  const zone = useZone();
  const now = useMinute();
  const setPage = useShell((state) => state.setPage);
  if (query.isError) {
    return (
      <Notice
        tone="failed"
        icon={<CircleAlert aria-hidden />}
        title={text.stateFailed}
        detail={query.error.message}
      >
        <button type="button" className="notice-action" onClick={() => void query.refetch()}>
          {uiText.tryAgain}
        </button>
      </Notice>
    );
  }
  const state = query.data;
  if (state === undefined) return null;
  return (
    <>
      {state.sample ? (
        <Notice
          tone="sample"
          icon={<FlaskConical aria-hidden />}
          title={text.sample}
          detail={text.sampleText}
        />
      ) : null}
      {state.recording.kind === 'not-recording' ? (
        <Notice
          tone="failed"
          icon={<CircleAlert aria-hidden />}
          title={text.notRecording}
          detail={[
            text.since(whenInWords(state.recording.since_ms, zone, now)),
            text.lost(state.recording.lost, count(state.recording.lost)),
            state.recording.why,
          ].join(' ')}
        >
          <HealthButton />
        </Notice>
      ) : null}
      <ReadOnlyMode />
      <LedgerNotice ledger={state.ledger} />
      {state.endpoint === null ? (
        <Notice
          tone="refused"
          icon={<TriangleAlert aria-hidden />}
          title={text.notServing}
          detail={state.endpoint_error ?? ''}
        >
          <button type="button" className="notice-action" onClick={() => setPage('settings')}>
            {text.settings}
          </button>
        </Notice>
      ) : null}
    </>
  );
}

function HealthButton() {
  const setPage = useShell((state) => state.setPage);
  return (
    <button type="button" className="notice-action" onClick={() => setPage('health')}>
      {text.health}
    </button>
  );
}

/** A person paused everything: said on every page, so that nobody wonders why nothing comes. */
function ReadOnlyMode() {
  const readOnly = useSettings().policy.readOnly;
  const set = useSet();
  if (!readOnly) return null;
  return (
    <Notice
      tone="refused"
      icon={<Pause aria-hidden />}
      title={text.allPaused}
      detail={text.allPausedText}
    >
      <button
        type="button"
        className="notice-action"
        onClick={() => set({ policy: { readOnly: false } })}
      >
        {text.resumeAll}
      </button>
    </Notice>
  );
}

function LedgerNotice({ ledger }: { readonly ledger: AppState['ledger'] }) {
  switch (ledger.kind) {
    case 'ok':
      return ledger.warning === undefined ? null : (
        <Notice
          tone="refused"
          icon={<Info aria-hidden />}
          title={text.warning}
          detail={ledger.warning}
        >
          <HealthButton />
        </Notice>
      );
    case 'read-only':
      return (
        <Notice
          tone="refused"
          icon={<Info aria-hidden />}
          title={text.readOnly}
          detail={ledger.why}
        />
      );
    case 'unreadable':
      // Without a replacement the page itself says what to do.
      return ledger.setAside === null ? null : (
        <Notice
          tone="refused"
          icon={<TriangleAlert aria-hidden />}
          title={text.setAside}
          detail={`${ledger.why} ${text.setAsideAt(ledger.setAside)}`}
        >
          <HealthButton />
        </Notice>
      );
  }
}

interface NoticeProps {
  readonly tone: 'sample' | 'failed' | 'refused';
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
  readonly children?: ReactNode;
}

function Notice({ tone, icon, title, detail, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'failed' ? 'alert' : 'status'}>
      {icon}
      <p className="notice-text selectable" title={detail}>
        <b>{title}</b> {detail}
      </p>
      {children}
    </div>
  );
}
