import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fetchPackage } from '../e2e/support/fetch-package.ts';
import { seededCopy } from './homes.ts';
import { interleaved, median, percentile, printFigure, type Round, round } from './measure.ts';
import { connect, noteText, startInkwatch, storeOnce } from './servers.ts';

const PEER = '@modelcontextprotocol/server-memory@2026.8.31';

const peerEntity = (index: number): Record<string, unknown> => ({
  name: `Bench note ${index}`,
  entityType: 'note',
  observations: [noteText(index)],
});

/** `server-memory` over stdio, as its users run it, holding `count` entities. */
const startPeer = async (modules: string, folder: string, count: number) => {
  const program = join(modules, '@modelcontextprotocol/server-memory/dist/index.js');
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: 'ignore' }),
  );
  let next = 0;
  const create = async (entities: number): Promise<void> => {
    const list = Array.from({ length: entities }, () => peerEntity(next++));
    const result = await client.callTool({
      name: 'create_entities',
      arguments: { entities: list },
    });
    if (result.isError === true)
      throw new Error(`the peer failed: ${JSON.stringify(result.content)}`);
  };
  await create(count);
  return { createOne: () => create(1), close: () => client.close() };
};

const rate = (rounds: readonly Round[]): string =>
  `${median(rounds.map((one) => one.callsPerSecond)).toFixed(0)}/s`;
const p50 = (rounds: readonly Round[]): number =>
  percentile(
    rounds.flatMap((one) => one.latencies),
    0.5,
  );

/** P2, first half: against `server-memory` with the same number of memories stored in both. */
const againstServerMemory = async (folder: string, smoke: boolean): Promise<void> => {
  const stored = smoke ? 20 : 3_000;
  const modules = await fetchPackage(PEER).catch((error: unknown) => {
    process.stdout.write(`P2 memory.store: the peer ${PEER} could not be installed\n`);
    process.stderr.write(`${String(error)}\n`);
    return undefined;
  });
  if (modules === undefined) return;
  const peer = await startPeer(modules, folder, stored);
  const ours = await startInkwatch(join(folder, 'stored'));
  try {
    // Fresh clients now and then: the SDK's keeps an abort listener for each call it ever made.
    const run = async (calls: number) => {
      const client = await connect(ours, 'bench', '2025');
      const result = await round([() => storeOnce(client)], calls);
      await client.close();
      return result;
    };
    for (let left = stored; left > 0; left -= 500) await run(Math.min(left, 500));
    // As much time on each side: a round that lasts longer meets more of what else the machine does.
    const mine = () => run(smoke ? 5 : 300);
    const other = () => round([peer.createOne], smoke ? 5 : 40);
    await mine();
    await other();
    const pairs = await interleaved(smoke ? 1 : 7, mine, other);
    const ratio = median(
      pairs.map((pair) => pair.ours.callsPerSecond / pair.theirs.callsPerSecond),
    );
    printFigure({
      name: `P2 memory.store with ${stored} stored`,
      ours: rate(pairs.map((pair) => pair.ours)),
      theirs: `server-memory ${rate(pairs.map((pair) => pair.theirs))}`,
      ratio,
      target: '≥ 6',
      reached: ratio >= 6,
    });
  } finally {
    await peer.close();
    await ours.stop();
  }
};

/** P2, second half: the same write into a ledger of a thousand and of a million rows. */
const againstOwnSize = async (folder: string, smoke: boolean): Promise<void> => {
  const [few, many] = smoke ? [10, 200] : [1_000, 1_000_000];
  const homes = { few: join(folder, 'few'), many: join(folder, 'many') };
  await seededCopy(homes.few, few);
  await seededCopy(homes.many, many);
  const small = await startInkwatch(homes.few);
  const large = await startInkwatch(homes.many);
  try {
    const run = async (server: typeof small) => {
      const client = await connect(server, 'bench', '2025');
      const result = await round([() => storeOnce(client)], smoke ? 5 : 200);
      await client.close();
      return result;
    };
    await run(small);
    await run(large);
    const pairs = await interleaved(
      smoke ? 1 : 9,
      () => run(large),
      () => run(small),
    );
    const [mine, other] = [
      p50(pairs.map((pair) => pair.ours)),
      p50(pairs.map((pair) => pair.theirs)),
    ];
    printFigure({
      name: `P2 memory.store at ${many.toLocaleString('en')} ledger rows`,
      ours: `p50 ${mine.toFixed(2)} ms`,
      theirs: `${few.toLocaleString('en')} rows p50 ${other.toFixed(2)} ms`,
      ratio: mine / other,
      target: '≤ 1.2',
      reached: mine / other <= 1.2,
    });
  } finally {
    await small.stop();
    await large.stop();
  }
};

export const runMemoryBench = async (smoke: boolean): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'inkwatch-bench-'));
  try {
    await againstServerMemory(folder, smoke);
    await againstOwnSize(folder, smoke);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
