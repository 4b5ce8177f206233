import type { WriteDetail } from '../../../shared/answers.ts';
import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The call that would make this write again, as a JSON-RPC message; null where the ledger does not hold
 * all of it: it keeps what identifies a write, and the memory keeps what was written.
 */
export function replayCall(detail: WriteDetail): string | null {
  const known = argumentsOf(detail);
  if (known === null) return null;
  const { row } = detail;
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      // `tools/call` takes the dotted name as well; clients advertise the other one.
      name: row.tool_name.replaceAll('.', '_'),
      arguments: { ...known, ...(row.reason === null ? {} : { reason: row.reason }) },
    },
  };
  return JSON.stringify(message, null, 2);
}

function argumentsOf(detail: WriteDetail): Arguments | null {
  const { row, made_version: made } = detail;
  if (row.server_name !== EMBEDDED_SERVER) return null;
  const chunk_id = row.resulting_chunk_id;
  switch (row.tool_name) {
    case 'memory.store': {
      const version = detail.versions.find((candidate) => candidate.version === made);
      if (version === undefined || version.content.length < version.content_length) return null;
      const tags = detail.asked_tags ?? [];
      return {
        title: version.title,
        content: version.content,
        ...(row.namespace === null ? {} : { namespace: row.namespace }),
        ...(tags.length === 0 ? {} : { tags }),
      };
    }
    case 'memory.note': {
      const note = detail.chunk?.notes.find((candidate) => candidate.write_id === row.id);
      return note === undefined || chunk_id === null ? null : { chunk_id, note_text: note.text };
    }
    case 'tree.tag':
      return chunk_id === null || detail.asked_tags === null
        ? null
        : { chunk_id, tags: detail.asked_tags };
    default:
      return null;
  }
}
