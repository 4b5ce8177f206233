import type { ServerStats, ToolStats } from '../../../shared/servers.ts';

export interface ServerFigures {
  readonly calls: number;
  readonly failures: number;
  readonly unknown: number;
  readonly last_ms: number | null;
  /** Of the tool that is called most; null: nobody measured. */
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
}

export function toolFigures(
  stats: ServerStats | undefined,
  server: string,
): ReadonlyMap<string, ToolStats> {
  return new Map(
    (stats?.tools ?? []).flatMap((tool) =>
      tool.server === server ? [[tool.tool, tool] as const] : [],
    ),
  );
}

/** Sums over a server's tools. Percentiles do not add up, so they are those of its busiest tool. */
export function serverFigures(stats: ServerStats | undefined, server: string): ServerFigures {
  const tools = [...toolFigures(stats, server).values()];
  const sum = (of: (tool: ToolStats) => number) => tools.reduce((all, tool) => all + of(tool), 0);
  const busiest = tools.reduce<ToolStats | null>(
    (most, tool) => (most === null || tool.calls > most.calls ? tool : most),
    null,
  );
  const times = tools.flatMap(({ last_ms }) => (last_ms === null ? [] : [last_ms]));
  return {
    calls: sum(({ calls }) => calls),
    failures: sum(({ failures }) => failures),
    unknown: sum(({ unknown }) => unknown),
    last_ms: times.length === 0 ? null : Math.max(...times),
    p50_ms: busiest?.p50_ms ?? null,
    p95_ms: busiest?.p95_ms ?? null,
  };
}
