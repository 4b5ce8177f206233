import type { ConnectEntry } from '../shared/answers.ts';
import type { Settings, SettingsPatch } from '../shared/settings.ts';
import { auditLogFromEnvironment, createAuditLog } from './core/audit-log.ts';
import { connectEntries } from './core/connect-entries.ts';
import { openConnectionDesk } from './core/connection-desk.ts';
import type { Core, CoreEvents, CoreOptions } from './core/contract.ts';
import { CONTROL_PATH, createControlAddress } from './core/control-address.ts';
import { createEmitter } from './core/emitter.ts';
import { createExports } from './core/exports.ts';
import { openGatewayFamily } from './core/gateway-family.ts';
import { openHealthFamily } from './core/health/family.ts';
import { guardHome } from './core/home-guard.ts';
import { keepWatch } from './core/keep-watch.ts';
import { connectionsHandlers } from './core/requests/connections.ts';
import { reviewHandlers } from './core/requests/review.ts';
import { runsHandlers } from './core/requests/runs.ts';
import { settingsHandlers } from './core/requests/settings.ts';
import type { CoreRequests } from './core/requests.ts';
import { createServing } from './core/serving.ts';
import { openSqlFamily } from './core/sql-family.ts';
import { takeHome } from './core/take-home.ts';
import { createUndo } from './core/undo.ts';
import { openWriting } from './core/writing.ts';
import { lockHome } from './db/home-lock.ts';
import { openLedger } from './db/open.ts';
import { createReadClient } from './db/read-client.ts';
import { createFileSecrets } from './gateway/secrets/file-secrets.ts';
import { createUpstreamSecrets } from './gateway/secrets/upstream-secrets.ts';
import { createLog } from './home/log.ts';
import { openLossesFile } from './home/losses-file.ts';
import { homePaths } from './home/paths.ts';
import { openSettings } from './home/settings-store.ts';
import { loadToken } from './home/token.ts';
import { weekStartOf } from './home/week-start.ts';
import { createEndpoint } from './mcp/http/endpoint.ts';
import { createWrongTokens } from './mcp/http/wrong-tokens.ts';
import { createGapRuns } from './mcp/runs.ts';
import { createCallDesk } from './mcp/tool-call.ts';
import { createToolSet } from './mcp/tools/registry.ts';

export type { ExportJob, RunningExport } from './audit/export-job.ts';
export type { Core, CoreEvents, CoreOptions } from './core/contract.ts';

/** How long `close` waits for calls that run: what follows it has to fit into the 5 s of case g06, too. */
const drainMs = 3500;
/** Then connections are cut, answers that the end of the drain made are out by now. */
const cutMs = drainMs + 500;

/**
 * Takes a home and serves it. A port that cannot be had is no failure: `endpointError` says so.
 * @throws HomeInUseError where another process serves this home; Error in plain words where it cannot be used.
 */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { version } = options;
  const paths = homePaths(options.home);
  const background = options.background === true;
  const serves = options.serves !== false;
  const home = await guardHome(paths, () =>
    background || !serves ? lockHome(paths) : takeHome(paths),
  );
  try {
    return await open();
  } catch (error) {
    home.release();
    throw error;
  }

  async function open(): Promise<Core> {
    const settings = openSettings(paths.settings);
    const token = loadToken(paths.token);
    const controlToken = loadToken(paths.controlToken);
    const log = createLog({ level: options.logLevel ?? 'info', secrets: [token, controlToken] });
    for (const warning of settings.warnings) log.warn(warning);
    const onError = (error: unknown) => log.warn({ err: error }, 'a failure that was handled');

    const events = createEmitter<CoreEvents>(onError);
    const weekStart = () => weekStartOf(settings.current());
    const workerFolder = options.workerFolder ?? null;
    const ledger = openLedger(paths, () => new Date(), home.outOfBounds);
    const reads = createReadClient({
      database: paths.database,
      workerFolder,
      weekStart,
      ...(options.readLanes === undefined ? {} : { lanes: options.readLanes }),
      damaged: (error) => {
        ledger.damaged(error);
        emitState();
      },
    });
    const auditLog = createAuditLog({
      home: paths.home,
      read: ledger.read,
      warn: (message) => log.warn(message),
      onError,
      onState: () => emitState(),
    });
    const givenLog = options.auditLog ?? auditLogFromEnvironment();
    auditLog.configure(givenLog ?? settings.current().auditLog);
    const connections = openConnectionDesk({
      ledger,
      homeToken: token,
      policySettings: () => settings.current().policy,
      onChanged: (client_id) => events.emit('connections', { client_id }),
      onRevoked: (id) => endpoint.end({ id }),
      onError,
    });
    const writing = openWriting({
      ledger,
      policy: connections.policy,
      onCommitted: auditLog.committed,
      burstRule: settings.current().burst,
      onSettled: auditLog.settled,
      whenUnrecordable: () => settings.current().whenUnrecordable,
      emitAppended: (appended) => events.emit('appended', appended),
      emitSettled: (settled) => events.emit('settled', settled),
      emitBurst: (event) => events.emit('burst', event),
      emitRecording: () => emitState(),
      losses: openLossesFile(paths.losses),
      onError,
    });
    const emitState = () =>
      events.emit('state', {
        recording: writing.dispatcher.recording(),
        ledger: ledger.state(),
      });

    const changeSettings = (patch: SettingsPatch): Settings => {
      const before = settings.current();
      const now = settings.change(patch);
      writing.configureBursts(now.burst);
      auditLog.configure(givenLog ?? now.auditLog);
      emitState();
      if (now.toolNames !== before.toolNames) endpoint.toolsChanged();
      if (serves && now.port !== before.port && options.port === undefined) {
        void serving.serveOn(now.port).then(emitState);
      }
      events.emit('settings', now);
      return now;
    };
    const entriesFor = (given: string): readonly ConnectEntry[] => {
      const url = serving.url();
      // An entry without an address connects to nothing, and the state says why there is none.
      return url === null ? [] : connectEntries(url, given, options.stdio ?? null);
    };
    const sql = openSqlFamily({
      ledger,
      home: paths.home,
      workerFolder,
      startProcess: options.startSqlProcess,
      toolsChanged: () => endpoint.toolsChanged(),
    });
    const gaps = createGapRuns();
    const secrets = createFileSecrets(paths.secrets, { sealer: options.sealer ?? null });
    const gateway = openGatewayFamily({
      ledger,
      paths,
      dispatcher: writing.dispatcher,
      reads,
      gaps,
      secrets: createUpstreamSecrets(secrets),
      version,
      url: () => serving.url(),
      port: () => options.port ?? settings.current().port,
      token,
      bridge: options.stdio ?? null,
      listsAll: () => settings.current().gateway.list === 'all',
      approvalMs: () => settings.current().gateway.approvalSeconds * 1000,
      toolsChanged: () => endpoint.toolsChanged(),
      emitServers: (changed) => events.emit('servers', changed),
      emitApprovals: (changed) => events.emit('approvals', changed),
      onError,
    });
    const health = openHealthFamily({
      paths,
      token,
      version,
      ledger,
      dispatcher: writing.dispatcher,
      auditLog,
      serving: () => serving,
      settings: settings.current,
      settingsWarnings: settings.warnings,
      servers: () => gateway.views(),
    });
    const requests: CoreRequests = {
      ...gateway.requests,
      ...reviewHandlers({
        reads,
        read: ledger.read,
        write: ledger.write,
        viewsChanged: (views) => events.emit('views', views),
        marksChanged: (marks) => events.emit('marks', { marks }),
      }),
      ...connectionsHandlers({
        ...connections,
        connectionCounts: reads.connectionCounts,
        connectionActivity: reads.connectionActivity,
        read: ledger.read,
        entries: entriesFor,
      }),
      ...runsHandlers(reads),
      ...sql.requests,
      ...health.requests,
      ...settingsHandlers({ current: settings.current, change: changeSettings }),
    };

    const wrongTokens = createWrongTokens();
    const control = createControlAddress({
      token: controlToken,
      requests: () => requests,
      mayTryAgain: wrongTokens.mayTryAgain,
      onFailed: (name, error) => log.debug({ err: error, name }, 'a request was refused'),
    });
    const endpoint = createEndpoint({
      connections: connections.registry,
      desk: createCallDesk(
        writing.dispatcher,
        { tree: writing.tree, ledger: ledger.read },
        createToolSet(sql.tools, health.tools),
        gateway.gateway.aggregate,
      ),
      version,
      bodyLimitBytes: () => settings.current().bodyLimitBytes,
      toolNames: () => settings.current().toolNames,
      wrongTokens,
      control: { path: CONTROL_PATH, handle: control },
      gaps,
      gateway: gateway.gateway.route,
      onError: (error) => log.debug({ err: error }, 'a request was refused'),
    });
    const serving = createServing({
      endpoint,
      file: paths.endpoint,
      token,
      version,
      background,
    });
    if (serves) await serving.start(options.port ?? settings.current().port, log);

    const exports = createExports({ database: paths.database, workerFolder, weekStart });
    let closing: Promise<void> | null = null;

    const endWatch = keepWatch({
      ledger,
      trouble: writing.dispatcher.trouble,
      tend: [
        () => home.tend([token, paths.token], [controlToken, paths.controlToken]),
        serving.announce,
      ],
      onError: (error) => log.debug({ err: error }, 'the home cannot be tended'),
    });
    ledger.onChange(() => {
      connections.reload();
      gateway.reload();
      emitState();
    });

    const close = async () => {
      endWatch();
      try {
        // Kept-alive connections may still send calls; the door refuses them, and each refusal is a row.
        const stopped = serving.stopListening(cutMs);
        // What waits for the person was not begun: its rows say so, instead of an unknown outcome.
        gateway.gateway.approvals.close();
        await Promise.all([writing.dispatcher.drain(drainMs), sql.close()]);
        await endpoint.close();
        await gateway.close();
        await stopped;
        await exports.close();
        await writing.close();
        connections.registry.close();
        await auditLog.close();
        await reads.close();
        ledger.close();
      } catch (error) {
        // A disk that failed must not keep the process, nor the home from the next one.
        onError(error);
      } finally {
        home.release();
      }
    };

    return {
      home: paths.home,
      get url() {
        return serving.url();
      },
      get endpointError() {
        return serving.error();
      },
      connections: connections.registry.all,
      connectEntries: () => entriesFor(token),
      token,
      reads,
      requests,
      waitingApprovals: gateway.gateway.approvals.waiting,
      recording: writing.dispatcher.recording,
      ledger: ledger.state,
      settings: settings.current,
      auditLog: auditLog.state,
      changeSettings,
      undo: createUndo(writing.dispatcher, version),
      startExport: exports.start,
      markBurstsSeen: writing.markBurstsSeen,
      setBurstNotified: writing.setBurstNotified,
      on: events.on,
      close() {
        closing ??= close();
        return closing;
      },
    };
  }
}
