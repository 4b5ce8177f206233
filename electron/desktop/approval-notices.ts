import type { Approval } from '../../shared/servers.ts';
import type { Settings } from '../../shared/settings.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import { approvalNotification } from './notification-text.ts';

export interface ApprovalNoticesOptions extends Omit<DeliveryOptions, 'silent'> {
  readonly settings: () => Settings;
  /** What waits for the person, oldest first. */
  readonly waiting: () => readonly Approval[] | Promise<readonly Approval[]>;
  /** The system reads markup in a notification's body. */
  readonly bodyMarkup: boolean;
  /** A click: brings the window up with this question. */
  readonly onClick: (approvalId: string) => void;
  readonly log: (what: string, details: object) => void;
  readonly now?: () => number;
}

export interface ApprovalNotices {
  /** Something waits, or waits no more. */
  changed(): void;
  close(): void;
}

/** Questions that come in one go are one notification. */
const gatherMs = 300;
/** A client that asks without end gives one notification in this time; banner and tray count on. */
const apartMs = 5000;

/** Tells the person of calls that wait for them: once for each, and never more often than they can read. */
export function startApprovalNotices(options: ApprovalNoticesOptions): ApprovalNotices {
  const { now = Date.now } = options;
  const deliver = createDelivery({
    ...options,
    silent: () => !options.settings().notifications.sound,
  });
  const told = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let lastMs = Number.NEGATIVE_INFINITY;
  let closed = false;

  const tell = async (): Promise<void> => {
    const waiting = await options.waiting();
    const ids = new Set(waiting.map(({ approval_id }) => approval_id));
    for (const id of told) if (!ids.has(id)) told.delete(id);
    const fresh = waiting.filter(({ approval_id }) => !told.has(approval_id));
    const [first] = fresh;
    if (first === undefined || closed) return;
    for (const { approval_id } of fresh) told.add(approval_id);
    const { enabled, mutedUntilMs } = options.settings().notifications;
    if (!enabled || (mutedUntilMs ?? 0) > now()) return;
    lastMs = now();
    await deliver(approvalNotification(waiting, first, options.bodyMarkup, now()), () =>
      options.onClick(first.approval_id),
    );
  };

  return {
    changed() {
      if (timer !== undefined || closed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          tell().catch((error: unknown) => options.log('a notification failed', { err: error }));
        },
        Math.max(gatherMs, lastMs + apartMs - now()),
      );
      timer.unref();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
