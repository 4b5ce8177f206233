import type { Effect } from '../../../shared/ledger.ts';
import type { JsonObject } from '../../mcp/json-rpc.ts';
import type { LaterDone, WriteTool } from '../../mcp/tools/tool.ts';

/** A tool of a server, made for one call. What describes a tool to clients comes from the server itself. */
export function toolFor(
  name: string,
  server: string,
  made: {
    readonly effect: Effect;
    readonly ownReason: boolean;
    readonly summary: () => JsonObject;
    readonly perform: (context: {
      readonly signal: AbortSignal;
      readonly write_id: number | null;
    }) => Promise<LaterDone>;
  },
): WriteTool {
  return {
    kind: 'write',
    name,
    server,
    effect: made.effect,
    ownReason: made.ownReason,
    title: name,
    description: '',
    inputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
    prepare: () => ({
      kind: 'later',
      summary: made.summary(),
      namespace: null,
      perform: made.perform,
    }),
  };
}
