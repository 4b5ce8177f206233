import type { z } from 'zod';
import type { ConnectEntry } from './answers.ts';
import { type AppApi, type AppPushes, type AppResults, appRequests } from './ipc/app.ts';
import {
  type BurstsApi,
  type BurstsPushes,
  type BurstsResults,
  burstsRequests,
} from './ipc/bursts.ts';
import {
  type ClientFilesApi,
  type ClientFilesResults,
  clientFilesRequests,
} from './ipc/client-files.ts';
import {
  type ConnectionsApi,
  type ConnectionsPushes,
  type ConnectionsResults,
  connectionsRequests,
} from './ipc/connections.ts';
import { type DatabasesApi, type DatabasesResults, databasesRequests } from './ipc/databases.ts';
import {
  type ExportApi,
  type ExportPushes,
  type ExportResults,
  exportRequests,
} from './ipc/export.ts';
import { type HealthApi, type HealthResults, healthRequests } from './ipc/health.ts';
import { type MarksApi, type MarksPushes, type MarksResults, marksRequests } from './ipc/marks.ts';
import { type MemoryApi, type MemoryResults, memoryRequests } from './ipc/memory.ts';
import {
  type ReportApi,
  type ReportPushes,
  type ReportResults,
  reportRequests,
} from './ipc/report.ts';
import { type RunsApi, type RunsResults, runsRequests } from './ipc/runs.ts';
import {
  type ApprovalsApi,
  type ServersApi,
  type ServersPushes,
  type ServersResults,
  serversRequests,
} from './ipc/servers.ts';
import {
  type SettingsApi,
  type SettingsPushes,
  type SettingsResults,
  settingsRequests,
} from './ipc/settings.ts';
import { type ViewsApi, type ViewsPushes, type ViewsResults, viewsRequests } from './ipc/views.ts';
import {
  type WritesApi,
  type WritesPushes,
  type WritesResults,
  writesRequests,
} from './ipc/writes.ts';

export type { ExportRequest } from './ipc/export.ts';

/** Arguments of each request, parsed before its handler runs. A channel is named in its domain's file, once. */
export const requestSchemas = {
  ...appRequests,
  ...connectionsRequests,
  ...writesRequests,
  ...runsRequests,
  ...exportRequests,
  ...burstsRequests,
  ...healthRequests,
  ...databasesRequests,
  ...viewsRequests,
  ...marksRequests,
  ...memoryRequests,
  ...reportRequests,
  ...serversRequests,
  ...clientFilesRequests,
  ...settingsRequests,
} as const satisfies Record<string, z.ZodType>;

export type RequestName = keyof typeof requestSchemas;
export type RequestArgs<Name extends RequestName> = z.input<(typeof requestSchemas)[Name]>;

/** What each request answers. A refusal is an `IpcFailure`, thrown as an Error with its message in the window. */
export interface RequestResults
  extends AppResults,
    ConnectionsResults,
    WritesResults,
    RunsResults,
    ExportResults,
    BurstsResults,
    HealthResults,
    DatabasesResults,
    ViewsResults,
    MarksResults,
    MemoryResults,
    ReportResults,
    ServersResults,
    ClientFilesResults,
    SettingsResults {}

/** What the main process says unasked. */
export interface Pushes
  extends AppPushes,
    ConnectionsPushes,
    WritesPushes,
    ExportPushes,
    BurstsPushes,
    ViewsPushes,
    MarksPushes,
    ReportPushes,
    ServersPushes,
    SettingsPushes {}
export type PushName = keyof Pushes;

/** The answer envelope: failures cross the bridge as data, without a stack. */
export type IpcAnswer<Name extends RequestName> =
  | { readonly ok: true; readonly value: RequestResults[Name] }
  | { readonly ok: false; readonly message: string };

/** `window.inkwatch`: named functions only, built in `electron/preload.ts`, no generic channel. */
export interface InkwatchApi {
  readonly app: AppApi;
  readonly connect: { entries(): Promise<readonly ConnectEntry[]> };
  readonly connections: ConnectionsApi;
  readonly writes: WritesApi;
  readonly runs: RunsApi;
  readonly export: ExportApi;
  readonly bursts: BurstsApi;
  readonly health: HealthApi;
  readonly databases: DatabasesApi;
  readonly views: ViewsApi;
  readonly marks: MarksApi;
  readonly memory: MemoryApi;
  readonly report: ReportApi;
  readonly servers: ServersApi;
  readonly approvals: ApprovalsApi;
  readonly clientFiles: ClientFilesApi;
  readonly settings: SettingsApi;
}
