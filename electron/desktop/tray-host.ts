import { askBus, type BusOptions, ownerOf, parseBoolean } from './dbus.ts';

const NAME = 'org.kde.StatusNotifierWatcher';

/** `unknown`: the bus did not say; callers that hide a window must treat it as absent. */
export type TrayHost = 'present' | 'absent' | 'unknown';

/**
 * Whether anything shows tray icons. macOS and Windows always do; on Linux the watcher is asked, and
 * whether a host is registered with it: bare window managers and plain GNOME have none (case g10).
 */
export async function probeTrayHost(
  platform: NodeJS.Platform,
  options: BusOptions,
): Promise<TrayHost> {
  if (platform !== 'linux') return 'present';
  const owner = await ownerOf(NAME, options);
  if (owner.kind !== 'owned') return owner.kind === 'nobody' ? 'absent' : 'unknown';
  const answer = await askBus(
    {
      destination: NAME,
      path: '/StatusNotifierWatcher',
      method: 'org.freedesktop.DBus.Properties.Get',
      args: [NAME, 'IsStatusNotifierHostRegistered'],
    },
    options,
  );
  if (answer.kind !== 'answered') return 'unknown';
  const registered = parseBoolean(answer.text);
  return registered === null ? 'unknown' : registered ? 'present' : 'absent';
}
