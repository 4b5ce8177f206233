import { contextBridge, ipcRenderer } from 'electron';
import { FIRST_LOOK, type FirstLook, OPENED } from '../shared/ipc/opened.ts';
import type {
  InkwatchApi,
  IpcAnswer,
  Pushes,
  PushName,
  RequestArgs,
  RequestName,
  RequestResults,
} from '../shared/ipc.ts';

const opened: Promise<unknown> = ipcRenderer.invoke(OPENED);

/** Asks the main process; a refusal becomes an Error with its message. */
async function ask<Name extends RequestName>(
  name: Name,
  args: RequestArgs<Name>,
): Promise<RequestResults[Name]> {
  await opened;
  const answer: IpcAnswer<Name> = await ipcRenderer.invoke(name, args);
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

/** Hears one push; returns its end. The event object, which could reach `ipcRenderer`, stays here. */
function hear<Name extends PushName>(
  name: Name,
  listener: (payload: Pushes[Name]) => void,
): () => void {
  if (typeof listener !== 'function') throw new TypeError(`${name}: a function is expected`);
  const heard = (_event: unknown, payload: Pushes[Name]): void => listener(payload);
  ipcRenderer.on(name, heard);
  return () => {
    ipcRenderer.off(name, heard);
  };
}

const api = {
  app: {
    // Asked when the script runs: until then the main process has nothing else to do than to hand it over.
    firstLook: (): Promise<FirstLook | null> => ipcRenderer.invoke(FIRST_LOOK),
    state: () => ask('app:state', {}),
    openSample: () => ask('app:open-sample', {}),
    openLink: (url) => ask('app:open-link', { url }),
    quit: () => ask('app:quit', {}),
    onState: (listener) => hear('app:state', listener),
    onShow: (listener) => hear('window:show', listener),
  },
  connect: { entries: () => ask('connect:entries', {}) },
  connections: {
    list: () => ask('connections:list', {}),
    add: (name) => ask('connections:add', { name }),
    change: (change) => ask('connections:change', change),
    revoke: (clientId) => ask('connections:revoke', { client_id: clientId }),
    onChanged: (listener) => hear('connections:changed', listener),
  },
  runs: {
    page: (args) => ask('runs:page', args),
    writes: (args) => ask('runs:writes', args),
  },
  health: {
    report: () => ask('health:report', {}),
    selfTest: () => ask('health:self-test', {}),
  },
  databases: {
    list: () => ask('databases:list', {}),
    add: (database) => ask('databases:add', database),
    remove: (name) => ask('databases:remove', { name }),
  },
  views: {
    list: () => ask('views:list', {}),
    put: (views) => ask('views:put', { views: views as RequestArgs<'views:put'>['views'] }),
    onChanged: (listener) => hear('views:changed', listener),
  },
  marks: {
    change: (change) => ask('marks:change', change),
    put: (marks) => ask('marks:put', { marks: marks as RequestArgs<'marks:put'>['marks'] }),
    onChanged: (listener) => hear('marks:changed', listener),
  },
  memory: {
    namespaces: () => ask('memory:namespaces', {}),
    documents: (args) => ask('memory:documents', args),
    search: (args) => ask('memory:search', args),
    document: (chunkId) => ask('memory:document', { chunk_id: chunkId }),
    version: (chunkId, version) => ask('memory:version', { chunk_id: chunkId, version }),
  },
  report: {
    read: (range) => ask('report:read', range),
    save: (save) => ask('report:save', save),
    cancel: (exportId) => ask('report:cancel', { export_id: exportId }),
    reveal: (exportId) => ask('report:reveal', { export_id: exportId }),
    onProgress: (listener) => hear('report:progress', listener),
  },
  writes: {
    page: (args) => ask('writes:page', args),
    newer: (args) => ask('writes:newer', args),
    counts: (filter) => ask('writes:counts', { filter }),
    facets: (filter) => ask('writes:facets', { filter }),
    histogram: (args) => ask('writes:histogram', args),
    dayCounts: (args) => ask('writes:day-counts', args),
    detail: (id) => ask('writes:detail', { id }),
    summary: (ids) => ask('writes:summary', { ids: ids as number[] }),
    rows: (ids) => ask('writes:rows', { ids: ids as number[] }),
    repeats: (id, limit) => ask('writes:repeats', { id, limit }),
    undo: (id) => ask('writes:undo', { id }),
    onAppended: (listener) => hear('writes:appended', listener),
    onSettled: (listener) => hear('writes:settled', listener),
  },
  export: {
    start: (request) => ask('export:start', request),
    cancel: (exportId) => ask('export:cancel', { export_id: exportId }),
    reveal: (exportId) => ask('export:reveal', { export_id: exportId }),
    onProgress: (listener) => hear('export:progress', listener),
  },
  bursts: {
    list: (limit) => ask('bursts:list', { limit }),
    // Not copied here: what it really is, the schema on the other side decides.
    seen: (ids) => ask('bursts:seen', { ids: ids as number[] }),
    onChanged: (listener) => hear('bursts:changed', listener),
  },
  servers: {
    list: () => ask('servers:list', {}),
    add: (server) => ask('servers:add', server),
    change: (change) => ask('servers:change', change),
    tool: (change) => ask('servers:tool', change),
    remove: (name) => ask('servers:remove', { name }),
    restart: (name) => ask('servers:restart', { name }),
    test: (name) => ask('servers:test', { name }),
    stats: (args) => ask('servers:stats', args),
    onChanged: (listener) => hear('servers:changed', listener),
  },
  approvals: {
    list: () => ask('approvals:list', {}),
    decide: (args) => ask('approvals:decide', args),
    onChanged: (listener) => hear('approvals:changed', listener),
  },
  clientFiles: {
    find: () => ask('client-files:find', {}),
    previewImport: (args) => ask('client-files:preview-import', args),
    import: (args) => ask('client-files:import', args),
    previewConnection: (args) => ask('client-files:preview-connection', args),
    connect: (args) => ask('client-files:connect', args),
    restore: (args) => ask('client-files:restore', args),
  },
  settings: {
    get: () => ask('settings:get', {}),
    set: (patch) => ask('settings:set', patch),
    mute: (minutes) => ask('notifications:mute', { minutes }),
    onChanged: (listener) => hear('settings:changed', listener),
  },
} satisfies InkwatchApi;

contextBridge.exposeInMainWorld('inkwatch', api);
