import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { defaultSettings } from '../../../shared/settings.ts';
import { writeFileAtomically } from '../../atomic-file.ts';
import { startBurstKeeper } from '../../audit/burst-keeper.ts';
import { createRecorder } from '../../audit/recorder.ts';
import { lockHome } from '../../db/home-lock.ts';
import { openLedger } from '../../db/open.ts';
import { homePaths } from '../../home/paths.ts';
import { createDispatcher, type Dispatcher } from '../../mcp/dispatch.ts';
import { rpcCode } from '../../mcp/json-rpc.ts';
import { createToolSet } from '../../mcp/tools/registry.ts';
import { createMemoryTree } from '../../memory/tree.ts';
import { type DocumentKey, planWeek, type SampleCall } from './week.ts';

/** A sample is made anew when its week no longer ends about now. */
const freshMs = 6 * 60 * 60_000;

const markSchema = z.object({ made_ms: z.number() });

function readMark(file: string): { readonly made_ms: number } | null {
  try {
    const parsed = markSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * Makes `home` a sample: a week of writes up to `nowMs`, through the same door as a client's. A sample that
 * is still fresh stays as it is; an older one is replaced. @throws Error in plain words where the folder
 * holds a ledger that is no sample, or is in use.
 */
export async function fillSampleHome(home: string, nowMs = Date.now()): Promise<void> {
  const paths = homePaths(home);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = lockHome(paths);
  try {
    const markFile = join(home, 'sample.json');
    const mark = readMark(markFile);
    if (existsSync(paths.database)) {
      // A mistyped folder must not cost anybody a ledger.
      if (mark === null) {
        throw new Error(`${home} holds a real ledger. Sample data needs a folder of its own.`);
      }
      if (mark.made_ms <= nowMs && nowMs - mark.made_ms < freshMs) return;
    }
    // Before the ledger, so that a sample that was cut short is known as one.
    writeFileAtomically(markFile, JSON.stringify({ made_ms: 0 }));
    for (const file of [paths.database, `${paths.database}-wal`, `${paths.database}-shm`]) {
      rmSync(file, { force: true });
    }
    rmSync(paths.highWater, { force: true });
    await fill(paths, nowMs);
    writeFileAtomically(markFile, JSON.stringify({ made_ms: nowMs }));
  } finally {
    lock.release();
  }
}

async function fill(
  paths: { readonly database: string; readonly highWater: string },
  nowMs: number,
): Promise<void> {
  const ledger = openLedger(paths);
  try {
    const { write } = ledger;
    if (write === null) throw new Error('The sample’s ledger cannot be written.');
    let failure: unknown = null;
    const onError = (error: unknown): void => {
      failure ??= error;
    };
    // The keeper's clock is the plan's, so that only the plan's burst is one.
    let clock = 0;
    const bursts = startBurstKeeper({
      db: write,
      rule: defaultSettings.burst,
      emit: () => undefined,
      onError,
      clock: () => clock,
    });
    const dispatcher = createDispatcher({
      store: { write, recorder: createRecorder(write), tree: createMemoryTree(write) },
      policy: null,
      damaged: ledger.damaged,
      onCommitted: (writes) => {
        for (const recorded of writes) {
          clock = recorded.timestamp_ms;
          bursts.observe(recorded);
        }
      },
      // The sample's writes are its own tools' alone: none has its outcome later.
      onSettled: () => undefined,
      whenUnrecordable: () => 'refuse',
      onRecording: () => undefined,
      onError,
    });
    await dispatchAll(dispatcher, planWeek(nowMs));
    bursts.close();
    if (failure !== null) throw failure;
  } finally {
    ledger.close();
  }
}

/** As many as share one transaction; more would only wait, and a row tells how long its call took. */
const atOnce = 48;

const tools = createToolSet();

/** In order, in batches; a call on a document that this batch makes waits for the next batch. */
async function dispatchAll(dispatcher: Dispatcher, calls: readonly SampleCall[]): Promise<void> {
  const ids = new Map<DocumentKey, string>();
  let batch: Promise<void>[] = [];
  let making = new Set<DocumentKey>();
  const flush = async (): Promise<void> => {
    await Promise.all(batch);
    batch = [];
    making = new Set();
  };
  for (const call of calls) {
    if (batch.length >= atOnce || (call.chunk !== null && making.has(call.chunk))) await flush();
    if (call.stores !== null) making.add(call.stores);
    batch.push(dispatch(dispatcher, call, ids));
  }
  await flush();
}

async function dispatch(
  dispatcher: Dispatcher,
  call: SampleCall,
  ids: Map<DocumentKey, string>,
): Promise<void> {
  const tool = tools.called(call.tool);
  const chunk = call.chunk === null ? {} : { chunk_id: ids.get(call.chunk) ?? call.chunk };
  const { answer, rowId, succeeded } = await dispatcher.dispatchWrite({
    caller: call.caller,
    tool: tool?.kind === 'write' ? tool : null,
    calledName: call.tool,
    arguments: call.trouble === 'too-large' ? null : { ...chunk, ...call.arguments },
    meta: {},
    refusal: call.trouble === 'too-large' ? tooLarge : null,
    request: null,
    signal: call.trouble === 'cancelled' ? AbortSignal.abort() : null,
    receivedMs: call.atMs,
    size: 0,
  });
  if (rowId === null) throw new Error('The sample could not be recorded.');
  if (!succeeded || call.stores === null || answer.kind !== 'result') return;
  const id = answer.structured?.document_id;
  if (typeof id === 'string') ids.set(call.stores, id);
}

/** What the endpoint says of a body over its limit, which it never reads. */
const tooLarge = {
  error: {
    code: rpcCode.transport,
    message: 'The message has 5242913 bytes; the limit is 4194304 (setting bodyLimitBytes)',
  },
  kind: 'refused',
  summary: { body_bytes: 5_242_913 },
} as const;
