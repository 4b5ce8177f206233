import { Notification } from 'electron';
import type { NotificationText } from './notification-text.ts';

/** `unknown`: the system said neither that it showed it nor that it did not (case f05). */
export type ShowResult =
  | { readonly kind: 'shown' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'unknown' };

export type ShowNotification = (
  text: NotificationText,
  options: { readonly silent: boolean; readonly onClick: () => void },
) => Promise<ShowResult>;

/** How long the system may take to say whether it shows a notification. */
const ANSWER_MS = 3000;
/** A collected object would take its click with it; older ones have long left the screen. */
const KEPT = 50;

/** Shows notifications and keeps them alive for their clicks. Never closes one: that can block on Linux (case f01). */
export function osNotifications(): ShowNotification {
  const kept: Notification[] = [];
  return ({ title, body }, { silent, onClick }) =>
    new Promise((resolve) => {
      const notification = new Notification({ title, body, silent, urgency: 'normal' });
      const timer = setTimeout(() => resolve({ kind: 'unknown' }), ANSWER_MS);
      const answer = (result: ShowResult): void => {
        clearTimeout(timer);
        resolve(result);
      };
      notification.once('show', () => answer({ kind: 'shown' }));
      notification.once('failed', (_event, error) => answer({ kind: 'failed', why: error }));
      notification.on('click', onClick);
      kept.push(notification);
      if (kept.length > KEPT) kept.shift();
      notification.show();
    });
}
