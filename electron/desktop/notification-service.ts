import { askBus, type BusOptions, ownerOf } from './dbus.ts';

const NAME = 'org.freedesktop.Notifications';

/** Whether a notification could be shown now, and what the service can do. */
export type NotificationService =
  | { readonly kind: 'there'; readonly bodyMarkup: boolean }
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
  const ask = (method: string) =>
    askBus(
      {
        destination: NAME,
        path: '/org/freedesktop/Notifications',
        method: `${NAME}.${method}`,
        args: [],
      },
      options,
    );
  const [information, capabilities] = await Promise.all([
    ask('GetServerInformation'),
    ask('GetCapabilities'),
  ]);
  if (information.kind !== 'answered') {
    return { kind: 'absent', why: `The notification service does not work (${information.why}).` };
  }
  return {
    kind: 'there',
    bodyMarkup: capabilities.kind !== 'answered' || /\bbody-markup\b/.test(capabilities.text),
  };
}
