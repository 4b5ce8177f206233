import { clientDisplayName } from '../../../shared/client-names.ts';
import type { RunRow } from '../../../shared/runs.ts';
import { visibleLine } from '../../../shared/text.ts';
import { count } from '../../lib/format.ts';
import { runsText as text } from '../../text/runs-text.ts';

const mostTools = 3;

/** "memory.store ×7, tree.tag ×4, 2 more". */
export function toolsOf(run: RunRow): string {
  const named = run.tools
    .slice(0, mostTools)
    .map(({ tool_name, count: n }) => text.tool(visibleLine(tool_name), count(n)));
  const left = run.tools.length - mostTools;
  return [...named, ...(left > 0 ? [text.moreTools(count(left))] : [])].join(', ');
}

/** The first reason that was given in it; null: none was. */
export function reasonOf(run: RunRow): string | null {
  const line = run.title === null ? '' : visibleLine(run.title);
  return line === '' ? null : text.reason(line);
}

/** Names of the clients that wrote in it, each once. */
export function clientsOf(run: RunRow): readonly string[] {
  return [
    ...new Set(
      run.clients.map(({ client_info, client_name }) =>
        clientDisplayName(client_info, client_name),
      ),
    ),
  ];
}
