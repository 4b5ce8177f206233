import { at } from '../../scripts/lib/project.mjs';
import { startChild } from './child.ts';
import { type Endpoint, endpointOf } from './home.ts';

/** The core without a window, in a process of its own. */
export interface RunningCore {
  readonly endpoint: Endpoint;
  readonly log: () => string;
  /** Ends it as a service manager does, with SIGTERM; gives the exit code. */
  readonly stop: () => Promise<number | null>;
}

/** Starts `inkwatch serve` on `home` and waits until it serves. */
export const serve = async (home: string): Promise<RunningCore> => {
  const cli = at('dist/electron/cli.js');
  const core = startChild(process.execPath, [cli, 'serve', '--home', home, '--port', '0']);
  const endpoint = await endpointOf(home).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${core.output()}`);
  });
  return {
    endpoint,
    log: core.output,
    stop: async () => {
      await core.stop();
      return core.process.exitCode;
    },
  };
};
