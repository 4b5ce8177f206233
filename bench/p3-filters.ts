import { join, resolve } from 'node:path';
import type { ReadHandle } from '../electron/db/handles.ts';
import { createReadClient, type ReadClient } from '../electron/db/read-client.ts';
import { emptyFilter, type WriteFilter } from '../shared/filter.ts';
import { seededHome, sizes } from './homes.ts';
import { percentile, printFigure } from './measure.ts';
import {
  type PlainFilter,
  plainFacets,
  plainHistogram,
  plainPage,
  plainTable,
} from './peers/plain-table.ts';

const day = 86_400_000;
const only = <T>(...values: T[]) => ({ only: values, hide: [] });
const hide = <T>(...values: T[]) => ({ only: [], hide: values });

interface Choice {
  readonly ours: Partial<WriteFilter>;
  /** The same for the plain table; null: it has no such column. */
  readonly plain: PlainFilter | null;
}

const any: Choice = { ours: {}, plain: {} };
const withoutPeer = (ours: Partial<WriteFilter>): Choice => ({ ours, plain: null });

/** What the window offers in each dimension: nothing, something frequent, something rare, something hidden. */
const dimensions = (now: number): readonly (readonly Choice[])[] => {
  const between = (since_ms: number, until_ms: number): Choice => ({
    ours: { time: { kind: 'between', since_ms, until_ms } },
    plain: { since_ms, until_ms },
  });
  return [
    [
      any,
      { ours: { client: only('claude-code') }, plain: { client_info: 'mcp:claude-code' } },
      {
        ours: { client: only('mcp:a-script-of-mine') },
        plain: { client_info: 'mcp:a-script-of-mine' },
      },
      withoutPeer({ client: hide('claude-code') }),
    ],
    [
      any,
      { ours: { tool: only('memory.store') }, plain: { tool_name: 'memory.store' } },
      { ours: { tool: only('create_directory') }, plain: { tool_name: 'create_directory' } },
    ],
    [any, withoutPeer({ server: only('inkwatch') }), withoutPeer({ server: only('thermostat') })],
    [any, withoutPeer({ namespace: only('work') }), withoutPeer({ namespace: only('people') })],
    [
      any,
      { ours: { outcome: only('failed', 'refused', 'unknown') }, plain: { success: 0 } },
      withoutPeer({ outcome: hide('unknown') }),
    ],
    [
      any,
      withoutPeer({ connection: only('home') }),
      withoutPeer({ connection: hide('home') }),
      withoutPeer({ effect: only('read') }),
    ],
    [any, withoutPeer({ mark: only('flagged') }), withoutPeer({ mark: hide('reviewed') })],
    [any, between(now - 7 * day, now), between(now - 20 * day, now - 10 * day)],
  ];
};

interface Combination {
  readonly filter: WriteFilter;
  readonly plain: PlainFilter | null;
}

function combinations(now: number): readonly Combination[] {
  let all: readonly Combination[] = [{ filter: emptyFilter, plain: {} }];
  for (const choices of dimensions(now)) {
    all = all.flatMap(({ filter, plain }) =>
      choices.map((choice) => ({
        filter: { ...filter, ...choice.ours },
        plain: plain === null || choice.plain === null ? null : { ...plain, ...choice.plain },
      })),
    );
  }
  return all;
}

const texts = [
  ...[
    'launch',
    'memory',
    'tenth',
    'such chunk',
    '403 resource',
    'thermostat',
    'qzv',
    '100%',
    '<img',
  ],
  ...[
    'roof next thursday 7',
    'parser the tenth 4242',
    'the garden waits for the new office',
    '会议',
    'zq',
    'er',
  ],
  ...['the user said that', 'd77-5eed', 'cmd|', '🦊', 'hyperlink', 'x'],
];

const timed = async (samples: number[], work: () => unknown): Promise<void> => {
  const started = performance.now();
  await work();
  samples.push(performance.now() - started);
};

const ms = (samples: readonly number[]): string =>
  `p50 ${percentile(samples, 0.5).toFixed(1)} ms, p95 ${percentile(samples, 0.95).toFixed(1)} ms, worst ${percentile(samples, 1).toFixed(1)} ms`;

const print = (
  name: string,
  ours: readonly number[],
  theirs: readonly number[],
  target: number,
) => {
  const [mine, other] = [percentile(ours, 0.95), percentile(theirs, 0.95)];
  printFigure({
    name,
    ours: ms(ours),
    theirs: `plain table ${ms(theirs)}`,
    ratio: mine / other,
    target: `p95 ≤ ${target} ms`,
    reached: mine <= target,
  });
};

const every = <T>(values: readonly T[], most: number): readonly T[] => {
  const step = Math.max(1, values.length / most);
  return Array.from(
    { length: Math.min(most, values.length) },
    (_, n) => values[Math.floor(n * step)] as T,
  );
};

async function measure(reads: ReadClient, peer: ReadHandle, rows: number, smoke: boolean) {
  const name = `${rows.toLocaleString('en')} rows`;
  const all = combinations(Date.now());
  const chosen = smoke ? every(all, 40) : all;
  const comparable = all.filter(({ plain }) => plain !== null);
  const [pages, plainPages]: [number[], number[]] = [[], []];
  await reads.page(emptyFilter, 60, null);
  for (const { filter } of chosen) await timed(pages, () => reads.page(filter, 60, null));
  for (const { plain } of comparable) {
    if (plain !== null) await timed(plainPages, () => plainPage(peer, plain));
  }
  print(`P3 first page, ${chosen.length} combinations, ${name}`, pages, plainPages, 16);

  const [found, plainFound, textSums]: [number[], number[], number[]] = [[], [], []];
  const others: readonly Partial<WriteFilter>[] = [
    {},
    { client: only('claude-code') },
    { outcome: hide('unknown') },
  ];
  for (const text of texts) {
    for (const other of others) {
      await timed(found, () => reads.page({ ...emptyFilter, ...other, text }, 60, null));
    }
    await timed(plainFound, () => plainPage(peer, { text }));
  }
  for (const filter of texts.flatMap((text) =>
    others.map((other) => ({ ...emptyFilter, ...other, text })),
  )) {
    await timed(textSums, () => reads.counts(filter));
    await timed(textSums, () => reads.facets(filter));
    await timed(textSums, () => reads.histogram(filter, 90));
  }
  print(`P3 first page of a text, ${name}`, found, plainFound, 50);

  const [sums, plainSums]: [number[], number[]] = [[], []];
  for (const { filter } of every(chosen, smoke ? 10 : 120)) {
    await timed(sums, () => reads.facets(filter));
    await timed(sums, () => reads.histogram(filter, 90));
    await timed(sums, () => reads.counts(filter));
  }
  for (const { plain } of every(comparable, smoke ? 4 : 24)) {
    if (plain === null) continue;
    await timed(plainSums, () => plainFacets(peer, plain));
    await timed(plainSums, () => plainHistogram(peer, plain));
  }
  print(`P3 facets, histogram and counts, ${name}`, sums, plainSums, 100);
  print(`P3 facets, histogram and counts of a text, ${name}`, textSums, plainFound, 100);
}

/** P3: first pages, texts and sums of the filters that the window offers, against three plain indexes. */
export const runFilterBench = async (smoke: boolean): Promise<void> => {
  for (const rows of sizes(smoke)) {
    const home = await seededHome(rows);
    const peer = await plainTable(home);
    const reads = createReadClient({
      database: join(home, 'inkwatch.db'),
      workerFolder: resolve('dist/electron'),
      weekStart: () => 1,
    });
    try {
      await measure(reads, peer, rows, smoke);
    } finally {
      await reads.close();
      peer.close();
    }
  }
};
