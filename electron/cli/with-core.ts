import { setTimeout as sleep } from 'node:timers/promises';
import type { IpcAnswer, RequestArgs, RequestResults } from '../../shared/ipc.ts';
import { answerCoreRequest, CONTROL_PATH } from '../core/control-address.ts';
import type { CoreRequestName } from '../core/requests.ts';
import { type Core, createCore } from '../core.ts';
import { HomeInUseError } from '../db/home-lock.ts';
import { type EndpointFile, readEndpointFile } from '../home/endpoint-file.ts';
import { homePaths } from '../home/paths.ts';
import { readControlToken } from '../home/token.ts';
import { type CliContext, CliError } from './program.ts';

/** As long as a core may take from its lock to its address. */
const patienceMs = 5000;
const pollMs = 50;
/** A self-test or a sum over a million rows takes seconds. */
const answerMs = 60_000;

/**
 * Asks the core of this home. One that runs answers over its control address, so that what is changed
 * takes effect there at once; where none runs, the same handler runs here, on a core that serves nothing.
 * @throws CliError with what the core said, or why it could not be asked
 */
export async function askCore<Name extends CoreRequestName>(
  context: CliContext,
  name: Name,
  args: RequestArgs<Name>,
): Promise<RequestResults[Name]> {
  const answer =
    (await askRunning(context.home(), name, args)) ?? (await askHere(context, name, args));
  if (!answer.ok) throw new CliError(answer.message);
  return answer.value;
}

/** Null: no core serves this home. */
export async function askRunning<Name extends CoreRequestName>(
  home: string,
  name: Name,
  args: RequestArgs<Name>,
): Promise<IpcAnswer<Name> | null> {
  const paths = homePaths(home);
  const endpoint = readEndpointFile(paths.endpoint);
  const token = readControlToken(paths.controlToken);
  if (endpoint === null || token === null) return null;
  let response: Response;
  try {
    response = await fetch(new URL(CONTROL_PATH, endpoint.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request: name, args }),
      signal: AbortSignal.timeout(answerMs),
    });
  } catch (error) {
    // A killed core leaves its file behind. One that hangs is there, though.
    if (error instanceof Error && error.name === 'TimeoutError') throw hanging(endpoint);
    return null;
  }
  // Whatever answers there now has not this home.
  if (response.status === 401 || response.status === 404) return null;
  return (await response.json()) as IpcAnswer<Name>;
}

function hanging({ pid }: EndpointFile): CliError {
  return new CliError(`Inkwatch (process ${pid}) did not answer within ${answerMs / 1000} s.`);
}

async function askHere<Name extends CoreRequestName>(
  context: CliContext,
  name: Name,
  args: RequestArgs<Name>,
): Promise<IpcAnswer<Name>> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    let core: Core;
    try {
      core = await createCore({
        home: context.home(),
        version: context.version,
        serves: false,
        stdio: {
          command: context.program.file,
          args: [...context.program.args, 'stdio', '--home', context.home()],
        },
        logLevel: 'warn',
      });
    } catch (error) {
      // Another process is about to serve this home, or about to leave it.
      if (!(error instanceof HomeInUseError)) throw error;
      if (Date.now() > deadline) throw unreachable(error);
      await sleep(pollMs);
      const answer = await askRunning(context.home(), name, args);
      if (answer !== null) return answer;
      continue;
    }
    try {
      return await answerCoreRequest(core.requests, name, args, () => {});
    } finally {
      await core.close();
    }
  }
}

function unreachable({ pid }: HomeInUseError): CliError {
  const who = pid === null ? 'Another process' : `Process ${pid}`;
  return new CliError(
    `${who} has this data folder open and serves no address to ask it at. Use its window, or quit it first.`,
  );
}
