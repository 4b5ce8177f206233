import { Ban, CircleCheck, CircleDashed, CircleX, LoaderCircle, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerView } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import type { UpstreamCondition } from '../../../shared/upstream.ts';
import { useZone } from '../../data/queries.ts';
import { whenInSentence } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { serversText as text } from '../../text/servers-text.ts';

type Standing = UpstreamCondition | 'disabled';

const icons: Readonly<Record<Standing, ReactNode>> = {
  disabled: <Ban aria-hidden />,
  stopped: <CircleDashed aria-hidden />,
  starting: <LoaderCircle aria-hidden />,
  ready: <CircleCheck aria-hidden />,
  degraded: <TriangleAlert aria-hidden />,
  down: <CircleX aria-hidden />,
};

function standingOf({ enabled, state }: ServerView): Standing {
  return enabled ? state.state : 'disabled';
}

/** Icon and word: colour is never the only sign. */
export function ServerState({ view }: { readonly view: ServerView }) {
  const standing = standingOf(view);
  return (
    <span className={`server-state server-state-${standing}`}>
      {icons[standing]}
      <span>{text.conditions[standing]}</span>
    </span>
  );
}

/** Why it is in this state, in plain words. The server may have written part of it: it stays text. */
export function ServerWhy({ view }: { readonly view: ServerView }) {
  const zone = useZone();
  const now = useMinute();
  const { state } = view;
  const retry =
    view.enabled && state.retry_ms !== null
      ? text.why.retry(whenInSentence(state.retry_ms, zone, now))
      : '';
  // The words of an error end without a stop.
  const why = visibleLine(whyOf(view)).replace(/([^.!?…])$/, '$1.');
  return <>{[why, retry].filter(Boolean).join(' ')}</>;
}

function whyOf(view: ServerView): string {
  const standing = standingOf(view);
  if (standing === 'disabled') return text.why.disabled;
  if (view.state.why !== '') return view.state.why;
  switch (standing) {
    case 'stopped':
      return text.why.stopped;
    case 'starting':
      return text.why.starting;
    case 'ready':
      return text.why.ready(view.state.sessions);
    case 'degraded':
    case 'down':
      return '';
  }
}
