import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import {
  advertisedName,
  readTools,
  sqlReadTools,
  sqlWriteTools,
  writeTools,
} from '../../../shared/tools.ts';

const own = new Map(
  [...writeTools, ...readTools, ...sqlWriteTools, ...sqlReadTools].flatMap((tool) => [
    [tool as string, advertisedName(tool, 'underscored')] as const,
    [advertisedName(tool, 'underscored'), advertisedName(tool, 'underscored')] as const,
  ]),
);

/** Names under which gateways offer "call any tool": through one, nobody could say what was called. */
const routers =
  /^(?:mcp[._-]?)?(?:tools?[._-]?(?:call|invoke|execute|run)|(?:call|invoke|execute|run)[._-]?(?:mcp[._-]?)?tools?)$/i;

/**
 * Why the router does not carry a call there, with the way that is supervised; null: it may. A call that
 * went round the door would leave a row of the router instead of its own, or none.
 */
export function sideDoor(server: string, tool: string): string | null {
  const ours = own.get(tool);
  if (server.toLowerCase() === EMBEDDED_SERVER) {
    return ours === undefined
      ? `“${server}” is Inkwatch itself, and has no tool “${tool}” behind this router.`
      : `${tool} is a tool of Inkwatch itself: call ${ours} directly, not through tools_call.`;
  }
  if (ours !== undefined) {
    return `${tool} has the name of a tool of Inkwatch. If you mean the memory, call ${ours} directly; if you mean the one of ${server}, call ${server}__${tool} directly.`;
  }
  if (routers.test(tool)) {
    return `${tool} of ${server} calls other tools, and what it called would not be recorded. Connect the server that has the tool to Inkwatch, and call the tool itself.`;
  }
  return null;
}
