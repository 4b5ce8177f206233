import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PrivateBus {
  readonly socketPath: string;
  /** The environment of whoever is on it, and on no other bus. */
  readonly env: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
}

/** No service files: the machine's own would start whatever daemon is installed. */
const config = (socketPath: string): string => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socketPath}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>`;

/** Starts a real session bus that only this test is on. */
export async function startPrivateBus(): Promise<PrivateBus> {
  const folder = mkdtempSync(join(tmpdir(), 'inkwatch-bus-'));
  const socketPath = join(folder, 'bus');
  writeFileSync(join(folder, 'bus.conf'), config(socketPath));
  const daemon = spawn(
    'dbus-daemon',
    [`--config-file=${join(folder, 'bus.conf')}`, '--nofork', '--print-address=1'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await once(daemon.stdout, 'data');
  return {
    socketPath,
    env: { PATH: process.env.PATH, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socketPath}` },
    async close() {
      const gone = once(daemon, 'exit');
      daemon.kill();
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
