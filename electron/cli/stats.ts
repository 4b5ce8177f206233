import type { ToolLastUse, ToolStats } from '../../shared/servers.ts';
import { momentOf, wholeNumber } from './options.ts';
import type { Register } from './program.ts';
import { alignedLines, jsonText, localTime } from './table.ts';
import { askCore } from './with-core.ts';

interface StatsOptions {
  readonly since?: number;
  readonly until?: number;
  readonly unusedDays: number;
  readonly json?: true;
}

/** `inkwatch stats`: which tools are used, which fail, and how long they take. */
export const registerStats: Register = (program, context) => {
  program
    .command('stats')
    .description('calls, failures and elapsed times per server and tool; and tools nobody uses')
    .option('--since <time>', 'from this time on (default: 7d)', momentOf)
    .option('--until <time>', 'before this time', momentOf)
    .option(
      '--unused-days <n>',
      'a tool not called for so long is unused',
      wholeNumber(1, 3650),
      30,
    )
    .option('--json', 'print one JSON object')
    .action(async (options: StatsOptions) => {
      const stats = await askCore(context, 'servers:stats', {
        time: {
          kind: 'between',
          since_ms: options.since ?? momentOf('7d'),
          until_ms: options.until ?? null,
        },
        unused_days: options.unusedDays,
      });
      if (options.json) {
        process.stdout.write(`${jsonText(stats)}\n`);
        return;
      }
      const called = new Set(stats.tools.map(({ server, tool }) => JSON.stringify([server, tool])));
      const earlier = (stats.known ?? []).filter(
        ({ server, tool, last_ms }) =>
          last_ms !== null && !called.has(JSON.stringify([server, tool])),
      );
      const shown = [...stats.tools, ...earlier.map((tool) => ({ ...noCalls, ...tool }))];
      const lines = alignedLines([headings, ...shown.map(cells)], widest);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
      const unused =
        stats.unused === null
          ? 'Which tools are unused is not known: no server has listed its tools since the start.'
          : stats.unused.length === 0
            ? `Every known tool was called within ${options.unusedDays} days.`
            : `Not called within ${options.unusedDays} days: ${stats.unused.map(unusedWords).join(', ')}`;
      process.stdout.write(`\n${alignedLines([[unused]], [4000])[0] ?? ''}\n`);
    });
};

/** A tool that was called only outside of the range. */
const noCalls = { calls: 0, failures: 0, unknown: 0, p50_ms: null, p95_ms: null, p99_ms: null };

const unusedWords = ({ server, tool, last_ms }: ToolLastUse): string =>
  `${server}/${tool} (${last_ms === null ? 'never' : `last ${localTime(last_ms)}`})`;

const headings = [
  'SERVER',
  'TOOL',
  'CALLS',
  'FAILED',
  'UNKNOWN',
  'P50 MS',
  'P95 MS',
  'P99 MS',
  'LAST USED',
];
const widest = [32, 48, 9, 9, 9, 9, 9, 9, 25];

function cells(tool: ToolStats): readonly string[] {
  const ms = (value: number | null) => (value === null ? '-' : String(value));
  return [
    tool.server,
    tool.tool,
    String(tool.calls),
    String(tool.failures),
    String(tool.unknown),
    ms(tool.p50_ms),
    ms(tool.p95_ms),
    ms(tool.p99_ms),
    tool.last_ms === null ? 'never' : localTime(tool.last_ms),
  ];
}
