import type { z } from 'zod';
import { clientFilesRequests } from '../../shared/ipc/client-files.ts';
import { connectionsRequests } from '../../shared/ipc/connections.ts';
import { databasesRequests } from '../../shared/ipc/databases.ts';
import { healthRequests } from '../../shared/ipc/health.ts';
import { marksRequests } from '../../shared/ipc/marks.ts';
import { memoryRequests } from '../../shared/ipc/memory.ts';
import { reportRequests } from '../../shared/ipc/report.ts';
import { runsRequests } from '../../shared/ipc/runs.ts';
import { serversRequests } from '../../shared/ipc/servers.ts';
import { settingsRequests } from '../../shared/ipc/settings.ts';
import { viewsRequests } from '../../shared/ipc/views.ts';
import type { RequestName, RequestResults, requestSchemas } from '../../shared/ipc.ts';

const { 'connect:entries': _ofTheWindow, ...connections } = connectionsRequests;
const { 'notifications:mute': _ofTheDesktop, ...settings } = settingsRequests;

/** Requests that need no Electron: the window asks them over IPC, the command line through the running core. */
const coreRequestSchemas = {
  ...connections,
  ...runsRequests,
  ...healthRequests,
  ...databasesRequests,
  ...viewsRequests,
  ...marksRequests,
  ...memoryRequests,
  'report:read': reportRequests['report:read'],
  ...serversRequests,
  ...clientFilesRequests,
  ...settings,
} as const satisfies Partial<Record<RequestName, z.ZodType>>;

export type CoreRequestName = keyof typeof coreRequestSchemas;

export const coreRequestNames = Object.keys(coreRequestSchemas) as readonly CoreRequestName[];

export function isCoreRequest(name: string): name is CoreRequestName {
  return Object.hasOwn(coreRequestSchemas, name);
}

/** A request's arguments after its schema. */
export type ParsedArgs<Name extends RequestName> = z.output<(typeof requestSchemas)[Name]>;

/** Answers one request. A refusal is an Error in plain words. */
export type RequestHandler<Name extends RequestName> = (
  args: ParsedArgs<Name>,
) => RequestResults[Name] | Promise<RequestResults[Name]>;

export type RequestHandlers<Name extends RequestName> = {
  readonly [N in Name]: RequestHandler<N>;
};

/** Each domain's handlers are made in `requests/<domain>.ts`; the core puts them together. */
export type CoreRequests = RequestHandlers<CoreRequestName>;
