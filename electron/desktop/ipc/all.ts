import * as app from './app.ts';
import * as bursts from './bursts.ts';
import * as connect from './connect.ts';
import type { IpcContext } from './context.ts';
import * as coreRequests from './core-requests.ts';
import * as exporting from './export.ts';
import * as report from './report.ts';
import * as review from './review.ts';
import * as servers from './servers.ts';
import * as settings from './settings.ts';
import * as writes from './writes.ts';

/** Every domain of requests; a request without a handler fails the test that walks the preload. */
export function registerAll(context: IpcContext): void {
  for (const domain of [
    app,
    bursts,
    connect,
    coreRequests,
    exporting,
    report,
    review,
    servers,
    settings,
    writes,
  ]) {
    domain.register(context);
  }
}
