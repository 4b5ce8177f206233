import { Bell, TriangleAlert } from 'lucide-react';
import type { Burst } from '../../../shared/burst.ts';
import { useBursts, useSettings, useZone } from '../../data/queries.ts';
import { burstClient, burstLength, burstSize } from '../../lib/burst-words.ts';
import { count, duration, whenInWords } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { burstsText as text } from '../../text/bursts-text.ts';
import { uiText } from '../../text/ui-text.ts';
import { Button } from '../../ui/button.tsx';
import { ClientBadge } from '../../ui/client-badge.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Page } from '../shell/page.tsx';
import { useShell } from '../shell/shell-store.ts';
import { PauseBurst } from './pause-burst.tsx';
import { useMarkSeen, useShowBurst } from './use-bursts.ts';
import './alerts-page.css';

/** Every alert there was, whatever the system's notifications did (case f05). */
export function AlertsPage() {
  const query = useBursts();
  const { mutate } = useMarkSeen();
  const unread =
    query.data?.filter((burst) => burst.seen_ms === null).map((burst) => burst.id) ?? [];
  return (
    <Page
      title={text.page}
      intro={text.intro}
      action={
        unread.length === 0 ? null : <Button onClick={() => mutate(unread)}>{text.readAll}</Button>
      }
    >
      {query.isError ? (
        <EmptyState
          tone="failed"
          icon={<TriangleAlert />}
          title={text.failed.title}
          text={text.failed.text(query.error.message)}
        >
          <Button onClick={() => void query.refetch()}>{uiText.tryAgain}</Button>
        </EmptyState>
      ) : query.data === undefined ? null : query.data.length === 0 ? (
        <NoAlerts />
      ) : (
        <ul className="alerts">
          {query.data.map((burst) => (
            <Alert key={burst.id} burst={burst} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function NoAlerts() {
  const { threshold, windowSeconds } = useSettings().burst;
  const setPage = useShell((state) => state.setPage);
  return (
    <EmptyState
      icon={<Bell />}
      title={text.none.title}
      text={text.none.text(count(threshold), duration(windowSeconds * 1000))}
    >
      <Button onClick={() => setPage('settings')}>{text.none.settings}</Button>
    </EmptyState>
  );
}

function Alert({ burst }: { readonly burst: Burst }) {
  const zone = useZone();
  const now = useMinute();
  const show = useShowBurst();
  const { windowSeconds } = useSettings().burst;
  const name = burstClient(burst);
  const unread = burst.seen_ms === null;
  const facts = [
    text.peakIn(count(burst.peak), duration(windowSeconds * 1000)),
    ...(burst.repeats > 0 ? [text.identical(count(burst.repeats))] : []),
    ...(burst.failures > 0 ? [text.failures(count(burst.failures))] : []),
  ];
  const time = new Date(burst.start_ms);
  return (
    <li className={unread ? 'alert alert-unread' : 'alert'}>
      <span className="alert-dot" aria-hidden />
      {unread ? <span className="visually-hidden">{text.unread}</span> : null}
      <ClientBadge clientInfo={burst.client_info} name={name} large />
      <div className="alert-main">
        <p className="alert-title">
          {text.headline(
            name,
            burstSize(burst, Math.max(now, burst.start_ms + burstLength(burst, now))),
          )}
          {burst.end_ms === null ? <Tag tone="refused">{text.going}</Tag> : null}
        </p>
        <p className="quiet">{facts.join(' · ')}</p>
      </div>
      <div className="alert-when">
        <time dateTime={Number.isNaN(time.getTime()) ? undefined : time.toISOString()}>
          {whenInWords(burst.start_ms, zone, now)}
        </time>
        <span className="quiet">{text.notified[burst.notified]}</span>
      </div>
      <PauseBurst burst={burst} className="button button-plain" />
      <Button onClick={() => show(burst)}>{text.show}</Button>
    </li>
  );
}
