import { ArrowUp } from 'lucide-react';
import { count } from '../../lib/format.ts';
import { writesText as text } from '../../text/writes-text.ts';
import type { Waiting } from './live-tail.ts';

interface NewerPillProps {
  readonly waiting: Waiting;
  /** True while the newest rows are not loaded. */
  readonly away: boolean;
  readonly scrolled: boolean;
  readonly live: boolean;
  readonly onTake: () => void;
}

/** New writes wait here while something older is read: nothing moves under the cursor. */
export function NewerPill({ waiting, away, scrolled, live, onTake }: NewerPillProps) {
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
