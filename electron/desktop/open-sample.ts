import { spawn } from 'node:child_process';
import type { RequestResults } from '../../shared/ipc.ts';
import { readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths, sampleHome } from '../home/paths.ts';

type Opened = RequestResults['app:open-sample'];

/** What a second process of this app needs: the program, and the arguments before the app's own. */
export interface Program {
  readonly executable: string;
  readonly args: readonly string[];
}

/** Long enough to fill it on a slow disk; a person gets a word, not a spinner without end. */
const START_MS = 20_000;

/** The sample's environment: nothing that names the parent's home, log or way of running. */
export function sampleEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { INKWATCH_HOME, INKWATCH_AUDIT_LOG, ELECTRON_RUN_AS_NODE, ...rest } = env;
  return rest;
}

/**
 * Starts a second Inkwatch on the sample home and answers when it serves (or when it handed over to
 * one that is open already). It lives on its own: neither process ends the other.
 */
export function openSample(program: Program, home: string): Promise<Opened> {
  const folder = sampleHome(home);
  return new Promise((resolve) => {
    const child = spawn(program.executable, [...program.args, '--sample', '--home', folder], {
      env: sampleEnvironment(process.env),
      stdio: 'ignore',
      detached: process.platform !== 'win32',
    });
    const finish = (result: Opened): void => {
      clearInterval(poll);
      clearTimeout(timer);
      child.unref();
      resolve(result);
    };
    const poll = setInterval(() => {
      if (readEndpointFile(homePaths(folder).endpoint)?.pid === child.pid) {
        finish({ opened: true, why: '' });
      }
    }, 50);
    const timer = setTimeout(
      () => finish({ opened: false, why: 'The sample did not start in time.' }),
      START_MS,
    );
    child.once('error', (error) =>
      finish({ opened: false, why: `The sample could not be started (${error.message}).` }),
    );
    child.once('exit', (code) =>
      finish(
        code === 0
          ? { opened: true, why: '' }
          : { opened: false, why: 'The sample ended at once. Its window or the log says why.' },
      ),
    );
  });
}
