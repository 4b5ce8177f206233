import { z } from 'zod';
import { UNDO_TOOL } from '../../../../shared/tools.ts';
import { defineWriteTool } from '../tool.ts';

/** The person's own undo, from the window. Not among the tools that clients can list or call. */
export const undoTool = defineWriteTool({
  name: UNDO_TOOL,
  title: 'Undo a write',
  description: 'Undoes one write of the ledger.',
  idempotent: false,
  input: z.strictObject({ write_id: z.int().positive() }),
  summarize: (args) => (typeof args.write_id === 'number' ? { write_id: args.write_id } : {}),
  targetOf: () => ({ kind: 'elsewhere' }),
  run(input, tree, context) {
    const { document_id, version, namespace } = tree.undoWrite(input.write_id, context);
    return {
      chunk_id: document_id,
      namespace,
      answer: { document_id, version },
      reverts_id: input.write_id,
    };
  },
});
