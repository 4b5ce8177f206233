import { randomUUID } from 'node:crypto';
import { clientInfoOf } from '../../shared/client-names.ts';
import type { RequestResults } from '../../shared/ipc.ts';
import type { Caller } from '../audit/write-record.ts';
import { homeConnection } from '../mcp/connections.ts';
import type { CallAnswer } from '../mcp/dispatch/write-call.ts';
import type { Dispatcher } from '../mcp/dispatch.ts';
import { undoTool } from '../mcp/tools/memory/undo.ts';

const windowName = 'inkwatch-window';

/** Undoes writes for the person at the window: through the one door, as a run of this process's own. */
export function createUndo(dispatcher: Dispatcher, version: string) {
  const person: Caller = {
    client_info: clientInfoOf(windowName),
    client_name: windowName,
    client_version: version,
    client_id: homeConnection.id,
    session_id: randomUUID(),
    session_kind: 'transport',
    turn_id: null,
    call_id: null,
    model: null,
    transport: 'window',
    protocol_version: null,
  };
  return async (writeId: number): Promise<RequestResults['writes:undo']> => {
    const { answer, rowId, succeeded } = await dispatcher.dispatchWrite({
      caller: person,
      tool: undoTool,
      calledName: undoTool.name,
      arguments: { write_id: writeId },
      meta: {},
      refusal: null,
      request: null,
      signal: null,
      receivedMs: Date.now(),
      size: 0,
    });
    return { undone: succeeded, why: succeeded ? 'Undone' : saidIn(answer), row_id: rowId };
  };
}

function saidIn(answer: CallAnswer): string {
  switch (answer.kind) {
    case 'result':
      return answer.text;
    case 'error':
      return answer.error.message;
    case 'raw':
      return answer.json;
  }
}
