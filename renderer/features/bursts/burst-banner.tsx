import { Bell, X } from 'lucide-react';
import { useBursts, useZone } from '../../data/queries.ts';
import { burstClient, burstSize } from '../../lib/burst-words.ts';
import { count, whenInSentence } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { burstsText as text } from '../../text/bursts-text.ts';
import { IconButton } from '../../ui/button.tsx';
import { useFilter } from '../filters/filter-store.ts';
import { PauseBurst } from './pause-burst.tsx';
import { useMarkSeen, useShowBurst } from './use-bursts.ts';
import './burst-banner.css';

/** The newest alert nobody has read: who, how many, how fast, and the way to exactly these rows. */
export function BurstBanner() {
  const burst = useBursts().data?.find((candidate) => candidate.seen_ms === null);
  const shown = useFilter((state) => state.filter.burst);
  const zone = useZone();
  const now = useMinute();
  const { mutate } = useMarkSeen();
  const show = useShowBurst();
  if (burst === undefined) return null;
  const when = whenInSentence(burst.start_ms, zone, now);
  const parts = [
    burst.end_ms === null ? text.stillGoing(when) : when,
    ...(burst.repeats > 0 ? [text.identical(count(burst.repeats))] : []),
    ...(burst.failures > 0 ? [text.failures(count(burst.failures))] : []),
  ];
  return (
    <div className="burst-banner" role="status">
      <Bell aria-hidden />
      <p className="burst-banner-text">
        <b>{text.headline(burstClient(burst), burstSize(burst, Date.now()))}</b> {parts.join(', ')}.
      </p>
      {shown === burst.id ? null : (
        <button type="button" className="burst-banner-show" onClick={() => show(burst)}>
          {text.show}
        </button>
      )}
      <PauseBurst burst={burst} className="burst-banner-show" />
      <IconButton
        className="burst-banner-close"
        label={text.dismiss}
        icon={<X aria-hidden />}
        onClick={() => mutate([burst.id])}
      />
    </div>
  );
}
