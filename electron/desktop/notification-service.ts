import { askBus, type BusOptions, ownerOf } from './dbus.ts';

const NAME = 'org.freedesktop.Notifications';

/** Whether a notification could be shown now. */
export type NotificationService =
  | { readonly kind: 'there' }
  | { readonly kind: 'absent'; readonly why: string };

/**
 * Asks before each notification, since daemons die: showing one where nobody answers blocks
 * Electron's main process for up to a minute (case f01). An owner that does not answer is none.
 * The name is asked for first, because a call to a name without an owner would wait for one to start.
 */
export async function probeNotificationService(options: BusOptions): Promise<NotificationService> {
  const owner = await ownerOf(NAME, options);
  if (owner.kind !== 'owned') {
    return { kind: 'absent', why: `No notification service is running (${owner.why}).` };
  }
  const information = await askBus(
    {
      destination: NAME,
      path: '/org/freedesktop/Notifications',
      method: `${NAME}.GetServerInformation`,
      args: [],
    },
    options,
  );
  if (information.kind !== 'answered') {
    return { kind: 'absent', why: `The notification service does not work (${information.why}).` };
  }
  return { kind: 'there' };
}
