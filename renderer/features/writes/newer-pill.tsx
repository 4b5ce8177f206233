import { ArrowUp, CircleHelp } from 'lucide-react';
import { count } from '../../lib/format.ts';
import { writesText as text } from '../../text/writes-text.ts';
import type { Waiting } from './live-tail.ts';

interface NewerPillProps {
  readonly waiting: Waiting;
  /** True while the newest rows are not loaded. */
  readonly away: boolean;
  readonly scrolled: boolean;
  readonly live: boolean;
  /** Why new writes cannot be read; null: they can. */
  readonly why: string | null;
  readonly onRetry: () => void;
  readonly onTake: () => void;
}

/** New writes wait here while something older is read: nothing moves under the cursor. */
export function NewerPill(props: NewerPillProps) {
  const { waiting, away, scrolled, live, why, onTake, onRetry } = props;
  if (why !== null) {
    return (
      <button type="button" className="newer-pill newer-failed" title={why} onClick={onRetry}>
        <CircleHelp aria-hidden />
        <span role="alert">{text.newerFailed}</span>
      </button>
    );
  }
  const some = waiting.count > 0;
  if (!some && !away) return null;
  // At the top and live, the rows are already on their way in.
  if (!away && !scrolled && live) return null;
  return (
    <button type="button" className="newer-pill" title={text.newerHint} onClick={onTake}>
      <ArrowUp aria-hidden />
      <span aria-live="polite">
        {some ? text.newer(count(waiting.count), waiting.more) : text.backToNewest}
      </span>
    </button>
  );
}
