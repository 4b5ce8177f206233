import type { Settings } from '../../../shared/settings.ts';
import type { OpenLedger } from '../../db/open.ts';
import type { HomePaths } from '../../home/paths.ts';
import type { Dispatcher } from '../../mcp/dispatch.ts';
import type { Tool } from '../../mcp/tools/tool.ts';
import type { AuditLog } from '../audit-log.ts';
import type { RequestHandlers } from '../requests.ts';
import type { Serving } from '../serving.ts';
import { healthReport } from './report.ts';
import { createSelfTest } from './self-test.ts';
import type { HealthSources, RunningCore } from './sources.ts';

export interface HealthFamilyOptions {
  readonly paths: HomePaths;
  readonly token: string;
  readonly version: string;
  readonly ledger: OpenLedger;
  readonly dispatcher: Dispatcher;
  readonly auditLog: AuditLog;
  readonly serving: () => Serving;
  readonly settings: () => Settings;
  readonly settingsWarnings: readonly string[];
  readonly servers: () => RunningCore['servers'];
}

/** The Health page's requests, and the tools of a self-test while one runs. */
export interface HealthFamily {
  readonly requests: RequestHandlers<'health:report' | 'health:self-test'>;
  tools(): readonly Tool[];
}

export function openHealthFamily(options: HealthFamilyOptions): HealthFamily {
  const { paths, ledger, dispatcher, serving } = options;
  const selfTest = createSelfTest({
    url: () => serving().url(),
    endpointError: () => serving().error(),
    token: options.token,
    version: options.version,
    read: ledger.read,
  });
  const core = (): RunningCore => ({
    recording: dispatcher.recording(),
    ledger: ledger.state(),
    untold: dispatcher.untold(),
    auditLog: options.auditLog.state(),
    url: serving().url(),
    endpointError: serving().error(),
    servers: options.servers(),
  });
  const db = (): HealthSources['db'] => {
    const state = ledger.state();
    // What stands in for a ledger that cannot be read is empty, and says nothing about it.
    const standsIn = ledger.obstacle() !== null && state.kind === 'unreadable';
    return standsIn ? { unreadable: state.why, wrong: true } : ledger.read;
  };
  return {
    tools: selfTest.tools,
    requests: {
      'health:report': () =>
        healthReport({
          paths,
          nowMs: Date.now(),
          settings: options.settings(),
          settingsWarnings: options.settingsWarnings,
          db: db(),
          core: core(),
        }),
      'health:self-test': () => selfTest.run(),
    },
  };
}
