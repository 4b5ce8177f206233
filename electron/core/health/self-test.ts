import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SelfTest } from '../../../shared/health.ts';
import type { LedgerRow } from '../../../shared/ledger.ts';
import { outcomeOf } from '../../../shared/outcome.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import type { ReadHandle } from '../../db/handles.ts';
import { rowsOfRun } from '../../db/readers/rows-of-run.ts';
import type { Tool } from '../../mcp/tools/tool.ts';
import { type Answered, openSelfTestSession } from './self-test-session.ts';
import { SELF_TEST_TOOL, selfTestNamespace, selfTestTool, thrownWords } from './self-test-tool.ts';

/** What its rows carry as the client's name. */
const selfTestName = 'Inkwatch self-test';

export interface SelfTestOptions {
  readonly url: () => string | null;
  readonly endpointError: () => string | null;
  readonly token: string;
  readonly version: string;
  readonly read: ReadHandle;
}

export interface SelfTester {
  /** The tool of the test that runs; none otherwise. */
  tools(): readonly Tool[];
  /** Never rejects. One at a time: a second caller gets the first one's result. */
  run(): Promise<SelfTest>;
}

const outcomeMs = 3000;

type Step = SelfTest['steps'][number];

/**
 * Makes a tool throw over a real session on the real endpoint, and calls again on the same connection:
 * the session must live, each call have its row, and nothing of the one that threw be left.
 */
export function createSelfTest(options: SelfTestOptions): SelfTester {
  let armed: Tool | null = null;
  let running: Promise<SelfTest> | null = null;

  const run = async (): Promise<SelfTest> => {
    const key = randomBytes(16).toString('hex');
    armed = selfTestTool(key);
    const at_ms = Date.now();
    const steps: Step[] = [];
    try {
      await walk(options, key, (step) => steps.push(step));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      steps.push({ name: 'The test itself', passed: false, says: shown(why) });
    } finally {
      armed = null;
    }
    return { at_ms, passed: steps.every(({ passed }) => passed), steps };
  };

  return {
    tools: () => (armed === null ? [] : [armed]),
    run() {
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

async function walk(
  { url, endpointError, token, version, read }: SelfTestOptions,
  key: string,
  add: (step: Step) => void,
): Promise<void> {
  const address = url();
  if (address === null) {
    const says = endpointError() ?? 'Nothing is served, so there is nothing to test.';
    add({ name: 'A client can connect', passed: false, says });
    return;
  }
  let session: Awaited<ReturnType<typeof openSelfTestSession>>;
  try {
    session = await openSelfTestSession(address, token, { name: selfTestName, version });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    add({ name: 'A client can connect', passed: false, says: shown(`${address}: ${why}`) });
    return;
  }
  add({ name: 'A client can connect', passed: true, says: address });
  const step = async (name: string, work: () => Promise<Step> | Step) => {
    try {
      add(await work());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      add({ name, passed: false, says: shown(why) });
    }
  };
  const rows = () => rowsOfRun(read, session.id);

  const threw = 'A tool that throws is answered with an error of the tool';
  await step(threw, async () => {
    const answer = await session.call(1, SELF_TEST_TOOL, { mode: 'throw', key });
    return {
      name: threw,
      passed: isToolError(answer) && textOf(answer).includes(thrownWords),
      says: saidBy(answer),
    };
  });
  const failed = 'Its row is in the ledger, as failed';
  await step(failed, () => rowStep(failed, rows()[0], 'failed'));
  const rolledBack = 'Nothing of what it had changed stayed';
  await step(rolledBack, () => {
    const left = read.get('SELECT 1 FROM memory_documents WHERE namespace = ?', [
      selfTestNamespace,
    ]);
    const passed = left === undefined;
    return { name: rolledBack, passed, says: passed ? 'No document was left.' : 'One was left.' };
  });
  const alive = 'The same connection still works';
  await step(alive, async () => {
    const pong = await session.ping(2);
    const answer = await session.call(3, SELF_TEST_TOOL, { mode: 'later', key });
    return {
      name: alive,
      passed: pong.result !== null && answer.result !== null && !isToolError(answer),
      says: saidBy(answer),
    };
  });
  const after = 'The call after it has its row, with its outcome';
  await step(after, async () => {
    // An outcome may ride with a later commit than its answer.
    const deadline = Date.now() + outcomeMs;
    while (rows()[1]?.finished_ms === null && Date.now() < deadline) await sleep(20);
    return rowStep(after, rows()[1], 'succeeded');
  });
  await session.end().catch(() => undefined);
}

function rowStep(name: string, row: LedgerRow | undefined, outcome: string): Step {
  if (row === undefined) return { name, passed: false, says: 'There is no row.' };
  const found = outcomeOf(row);
  const says = `Write ${row.id}: ${found}${row.error_message === null ? '' : `, ${row.error_message}`}.`;
  return { name, passed: found === outcome, says: shown(says) };
}

function isToolError({ result }: Answered): boolean {
  return result?.isError === true;
}

function textOf({ result }: Answered): string {
  const [first] = Array.isArray(result?.content) ? (result.content as unknown[]) : [];
  const text = (first as { readonly text?: unknown } | undefined)?.text;
  return typeof text === 'string' ? text : '';
}

function saidBy(answer: Answered): string {
  const words = answer.error ?? textOf(answer);
  return shown(words === '' ? `It answered with status ${answer.status}.` : words);
}

const shown = (text: string): string => cutCharacters(visibleLine(text), 300);
