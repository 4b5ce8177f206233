import type { z } from 'zod';
import type { ConnectionsResults } from '../../shared/ipc/connections.ts';
import type { DatabasesResults } from '../../shared/ipc/databases.ts';
import type { HealthResults } from '../../shared/ipc/health.ts';
import type { RunsResults } from '../../shared/ipc/runs.ts';
import type { RequestName, RequestResults, requestSchemas } from '../../shared/ipc.ts';

/** Requests that need no Electron: the window asks them over IPC, the command line through the running core. */
export type CoreRequestName =
  | Exclude<keyof ConnectionsResults, 'connect:entries'>
  | keyof RunsResults
  | keyof HealthResults
  | keyof DatabasesResults;

/** A request's arguments after its schema, and its answer. A refusal is an Error in plain words. */
export type RequestHandlers<Name extends RequestName> = {
  readonly [N in Name]: (
    args: z.output<(typeof requestSchemas)[N]>,
  ) => RequestResults[N] | Promise<RequestResults[N]>;
};

/** Each domain's handlers are made in `requests/<domain>.ts`; the core puts them together. */
export type CoreRequests = Partial<RequestHandlers<CoreRequestName>>;
