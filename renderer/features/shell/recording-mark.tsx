import { useAppState, useZone } from '../../data/queries.ts';
import { count, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { shellText as text } from '../../text/shell-text.ts';
import { Hint } from '../../ui/hint.tsx';
import { useShell } from './shell-store.ts';

/** Whether calls leave rows right now: green, or red with how many did not and why. */
export function RecordingMark() {
  const query = useAppState();
  const zone = useZone();
  const now = useMinute();
  const state = query.data;
  if (state === undefined) {
    return (
      <span className="recording quiet">{query.isError ? text.notServing : text.checking}</span>
    );
  }
  if (state.recording.kind === 'not-recording') {
    const { lost, why, since_ms } = state.recording;
    const hint = [
      text.notices.lost(lost, count(lost)),
      text.notices.since(whenInWords(since_ms, zone, now)),
      why,
    ];
    return (
      <Mark tone="bad" hint={hint.join(' ')}>
        {lost === 0 ? text.notRecording : text.notRecordingLost(count(lost))}
      </Mark>
    );
  }
  if (state.ledger.kind === 'read-only') {
    return (
      <Mark tone="warn" hint={state.ledger.why}>
        {text.readOnly}
      </Mark>
    );
  }
  if (state.endpoint === null) {
    return (
      <Mark tone="warn" hint={state.endpoint_error ?? ''}>
        {text.notServing}
      </Mark>
    );
  }
  return (
    <Mark tone="good" hint={text.recordingHint}>
      {text.recording}
    </Mark>
  );
}

interface MarkProps {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly hint: string;
  readonly children: string;
}

function Mark({ tone, hint, children }: MarkProps) {
  const setPage = useShell((shell) => shell.setPage);
  return (
    <span role="status">
      <Hint text={[hint, text.openHealth].filter(Boolean).join(' ')} side="bottom">
        <button
          type="button"
          className={`recording recording-${tone}`}
          onClick={() => setPage('health')}
        >
          <span className="recording-dot" aria-hidden />
          {children}
        </button>
      </Hint>
    </span>
  );
}
