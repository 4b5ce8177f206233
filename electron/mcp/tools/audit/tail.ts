import { z } from 'zod';
import { shownOutcomeOf } from '../../../../shared/outcome.ts';
import { type OwnWrite, ownWrites } from '../../../db/readers/own-writes.ts';
import type { JsonObject } from '../../json-rpc.ts';
import { defineReadTool } from '../tool.ts';

export const tailTool = defineReadTool({
  name: 'audit.tail',
  title: 'Your last writes',
  description:
    'Lists your own last writes as the ledger holds them, newest first: what was written, whether it worked, and why it was written. Yours are those of your connection; where several clients share one, those under the name that your client gives itself (without a name: those of its current run). A client never sees the writes of another.',
  input: z.strictObject({
    n: z.int().min(1).max(100).default(20).describe('Most writes to return.'),
  }),
  missing: 'there is no ledger',
  read: ({ n }, { ledger, caller }) => ({ writes: ownWrites(ledger, caller(), n).map(toldOf) }),
});

function toldOf(row: OwnWrite): JsonObject {
  return {
    id: row.id,
    time: new Date(row.timestamp_ms).toISOString(),
    tool: row.tool_name,
    summary: summaryOf(row.args_summary),
    outcome: shownOutcomeOf(row),
    error: row.error_message,
    reason: row.reason,
    run: row.session_id,
  };
}

/** Every row of ours holds JSON; another program's may hold any text. */
function summaryOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
