import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { startChild } from './child.ts';
import { until } from './poll.ts';

const run = promisify(execFile);

const text = z.object({ data: z.string() });
const history = z.object({
  data: z.array(z.array(z.looseObject({ summary: text, body: text, appname: text }))),
});

/** A notification as dunst kept it. */
export interface ShownNotification {
  readonly summary: string;
  readonly body: string;
  readonly appname: string;
}

/** A D-Bus session that only this test and its app are on. */
export interface SessionBus {
  readonly address: string;
  /** How many notifications dunst has now: on the screen, waiting, and closed ones. */
  readonly count: () => Promise<number>;
  /** Closes what is on the screen and gives all, newest first: dunst tells texts of closed ones only. */
  readonly readAll: () => Promise<readonly ShownNotification[]>;
  /** Clicks the newest one. */
  readonly click: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `dunst` shows notifications; `none`: nobody owns the name; `silent`: a frozen dunst, which never answers. */
export type NotificationOwner = 'dunst' | 'none' | 'silent';

// A list of our own: the machine's service files would start whatever daemon is installed on first use.
const busConfig = (folder: string): string => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(folder, 'bus')}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

const dunstConfig = `[global]
  stack_duplicates = false
  history_length = 200
  idle_threshold = 0
[urgency_low]
  timeout = 0
[urgency_normal]
  timeout = 0
[urgency_critical]
  timeout = 0
`;

/** Starts a private bus in `folder` with the given owner of `org.freedesktop.Notifications`. */
export const startSessionBus = async (
  folder: string,
  owner: NotificationOwner,
  display: string | undefined,
): Promise<SessionBus> => {
  await mkdir(join(folder, 'config', 'dunst'), { recursive: true });
  await writeFile(join(folder, 'bus.conf'), busConfig(folder));
  await writeFile(join(folder, 'config', 'dunst', 'dunstrc'), dunstConfig);
  const flags = [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'];
  const daemon = startChild('dbus-daemon', flags);
  const address = await until('the session bus', () => {
    if (daemon.process.exitCode !== null) throw new Error(`no session bus: ${daemon.output()}`);
    return /^(unix:\S+)/m.exec(daemon.output())?.[1];
  });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    DBUS_SESSION_BUS_ADDRESS: address,
    ...(display === undefined ? {} : { DISPLAY: display }),
  };
  const notifier = owner === 'none' ? undefined : startChild('dunst', [], env);
  const dunstctl = async (...args: string[]): Promise<string> =>
    (await run('dunstctl', args, { env, timeout: 5_000 })).stdout;
  const owned = async (): Promise<true | undefined> => {
    const name = 'org.freedesktop.Notifications';
    const args = [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
    ];
    const ask = [...args, 'org.freedesktop.DBus.NameHasOwner', `string:${name}`];
    const { stdout } = await run('dbus-send', ask, { env });
    return stdout.includes('true') ? true : undefined;
  };
  if (notifier) await until('dunst to own the notifications', owned);
  if (owner === 'silent') notifier?.process.kill('SIGSTOP');
  const count = async (): Promise<number> => {
    const numbers = await Promise.all(
      ['displayed', 'waiting', 'history'].map(async (which) =>
        Number(await dunstctl('count', which)),
      ),
    );
    return numbers.reduce((sum, value) => sum + value, 0);
  };
  return {
    address,
    count,
    readAll: async () => {
      await dunstctl('close-all');
      const { data } = history.parse(JSON.parse(await dunstctl('history')));
      return data.flat().map(({ summary, body, appname }) => ({
        summary: summary.data,
        body: body.data,
        appname: appname.data,
      }));
    },
    click: async () => {
      await dunstctl('action', '0');
    },
    close: async () => {
      await notifier?.stop('SIGKILL');
      await daemon.stop();
    },
  };
};
