import type { AppState } from '../../shared/answers.ts';
import type { Burst } from '../../shared/burst.ts';
import { clientKeyOf } from '../../shared/client-names.ts';
import { emptyFilter, type WriteFilter } from '../../shared/filter.ts';
import type { Core, CoreEvents } from '../core.ts';
import { createDelivery } from './delivery.ts';
import type { NotificationService } from './notification-service.ts';
import {
  burstNotification,
  muteSummary,
  type NotificationText,
  notRecordingNotification,
} from './notification-text.ts';
import type { ShowNotification } from './os-notification.ts';

export interface NotifierOptions {
  readonly core: Pick<Core, 'settings' | 'changeSettings' | 'setBurstNotified' | 'reads' | 'on'>;
  /** The system reads markup in a notification's body; on Linux some do that deny it (dunst 1.9). */
  readonly bodyMarkup: boolean;
  /** Asked before each notification; must answer in bounded time, off this thread. */
  readonly probe: () => Promise<NotificationService>;
  readonly show: ShowNotification;
  /** A click: brings the window up with this filter. */
  readonly onClick: (filter: WriteFilter) => void;
  readonly setState: (state: AppState['notifications']) => void;
  readonly log: (what: string, details: object) => void;
  readonly now?: () => number;
}

export interface Notifier {
  /** Mutes for so many minutes; 0 ends the mute, which gives the one summary. */
  mute(minutes: 0 | 15 | 30 | 60): void;
  close(): void;
}

/** setTimeout's largest delay; a longer mute would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** A disk that is full again and again must not become a flood of its own (case d03). */
const OUTAGE_PAUSE_MS = 10 * 60_000;

/**
 * One notification per burst and one when it grew tenfold; none for single writes. Nothing here is
 * retried: where the system shows none, the burst stays in the window and on the tray.
 */
export function startNotifier(options: NotifierOptions): Notifier {
  const { core } = options;
  const now = options.now ?? Date.now;
  // One after the other, so that two bursts at once do not probe twice.
  let queue: Promise<void> = Promise.resolve();
  let muteTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const enqueue = (work: () => Promise<void>): void => {
    queue = queue
      .then(() => (closed ? undefined : work()))
      .catch((error: unknown) => options.log('a notification failed', { err: error }));
  };

  const muted = (): boolean => (core.settings().notifications.mutedUntilMs ?? 0) > now();

  const show = createDelivery({
    probe: options.probe,
    show: options.show,
    silent: () => !core.settings().notifications.sound,
    setState: options.setState,
  });
  /** The result is what the burst keeps. */
  const deliver = (text: NotificationText, filter: WriteFilter): Promise<Burst['notified']> =>
    show(text, () => options.onClick(filter));

  const onBurst = ({ burst, change }: CoreEvents['burst']): void => {
    if (change !== 'began' && change !== 'grew') return;
    if (!core.settings().notifications.enabled || muted()) {
      core.setBurstNotified(burst.id, core.settings().notifications.enabled ? 'muted' : 'off');
      return;
    }
    enqueue(async () => {
      const notified = await deliver(burstNotification(burst, change, now()), filterOf([burst]));
      core.setBurstNotified(burst.id, notified);
    });
  };

  let outage = false;
  let outageToldAt = Number.NEGATIVE_INFINITY;
  /** One alert for an outage, however many calls it takes. */
  const onState = ({ recording }: CoreEvents['state']): void => {
    const before = outage;
    outage = recording.kind === 'not-recording';
    if (recording.kind === 'recording' || before || now() - outageToldAt < OUTAGE_PAUSE_MS) return;
    if (!core.settings().notifications.enabled || muted()) return;
    outageToldAt = now();
    const { why } = recording;
    enqueue(async () => {
      await deliver(notRecordingNotification(why, options.bodyMarkup), emptyFilter);
    });
  };

  /** The bursts that a mute kept quiet, as the ledger knows them: a restart loses none. */
  const summarize = (): void => {
    enqueue(async () => {
      const quiet = (await core.reads.bursts(200)).filter((burst) => burst.notified === 'muted');
      const unseen = quiet.filter((burst) => burst.seen_ms === null);
      const notified =
        unseen.length === 0 || !core.settings().notifications.enabled
          ? 'off'
          : await deliver(muteSummary(unseen, options.bodyMarkup), filterOf(unseen));
      for (const burst of quiet) core.setBurstNotified(burst.id, notified);
    });
  };

  /** Ends a mute when its time has come, also one that a former process began. */
  const watchMute = (): void => {
    clearTimeout(muteTimer);
    const until = core.settings().notifications.mutedUntilMs;
    if (until === null) return;
    const end = (): void => {
      if (muted()) watchMute();
      else core.changeSettings({ notifications: { mutedUntilMs: null } });
    };
    muteTimer = setTimeout(end, Math.min(Math.max(0, until - now()), LONGEST_TIMER_MS));
    muteTimer.unref();
  };

  let mutedUntil = core.settings().notifications.mutedUntilMs;
  const stop = [
    core.on('burst', onBurst),
    core.on('state', onState),
    core.on('settings', (settings) => {
      const before = mutedUntil;
      mutedUntil = settings.notifications.mutedUntilMs;
      if (before === mutedUntil) return;
      watchMute();
      if (mutedUntil === null) summarize();
    }),
  ];
  watchMute();

  return {
    mute(minutes) {
      const until = minutes === 0 ? null : now() + minutes * 60_000;
      core.changeSettings({ notifications: { mutedUntilMs: until } });
    },
    close() {
      closed = true;
      clearTimeout(muteTimer);
      for (const end of stop) end();
    },
  };
}

/** The rows of one burst; for several, their clients over the time they span. */
function filterOf(bursts: readonly Burst[]): WriteFilter {
  const [first] = bursts;
  // Id 0: the burst itself could not be stored, so its rows are found by client and time.
  if (first !== undefined && bursts.length === 1 && first.id > 0) {
    return { ...emptyFilter, burst: first.id };
  }
  const clients = [...new Set(bursts.map((burst) => clientKeyOf(burst.client_info)))];
  return {
    ...emptyFilter,
    client: { only: clients, hide: [] },
    time: {
      kind: 'between',
      since_ms: Math.min(...bursts.map((burst) => burst.start_ms)),
      until_ms: bursts.some((burst) => burst.end_ms === null)
        ? null
        : Math.max(...bursts.map((burst) => burst.end_ms ?? 0)) + 1,
    },
  };
}
