import { setTimeout as sleep } from 'node:timers/promises';
import type { Outgoing } from '../link.ts';

const mostWaiting = 1000;
const patienceMs = 1000;

/**
 * Sends what has no answer. Notifications keep their order, but one that is not taken holds up the others for
 * a moment only; what answers the server waits for none of them.
 */
export function createOneWay(
  post: (message: Outgoing) => Promise<void>,
): (message: Outgoing) => void {
  let order: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (message) => {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    const postIt = (): Promise<void> =>
      post(message).finally(() => {
        waiting -= 1;
      });
    if (message.method === '') {
      void postIt();
      return;
    }
    order = order.then(async () => {
      await Promise.race([postIt(), sleep(patienceMs, undefined, { ref: false })]);
    });
  };
}
