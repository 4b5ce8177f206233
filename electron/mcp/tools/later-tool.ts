import type { z } from 'zod';
import type { JsonObject } from '../json-rpc.ts';
import { issuesOf } from './issues.ts';
import {
  type Face,
  face,
  type Input,
  type LaterContext,
  type LaterDone,
  type Shape,
  type WriteTool,
} from './tool.ts';

/** A write tool whose work is done elsewhere than in the ledger's file: its row is there first. */
export function defineLaterTool<S extends Shape>(
  tool: Face & {
    readonly input: z.ZodObject<S, z.core.$strict>;
    /** True where the same call again changes nothing more. */
    readonly idempotent: boolean;
    /** False: it reads only, and its row is kept for the time it takes. */
    readonly changes: boolean;
    /** Identifies the write; gets unchecked arguments as well. */
    readonly summarize: (args: JsonObject) => JsonObject;
    readonly perform: (input: Input<S>, context: LaterContext) => Promise<LaterDone>;
  },
): WriteTool {
  return {
    ...face(tool),
    kind: 'write',
    annotations: {
      readOnlyHint: !tool.changes,
      destructiveHint: tool.changes,
      idempotentHint: tool.idempotent,
      openWorldHint: false,
    },
    prepare(args) {
      const parsed = tool.input.safeParse(args);
      const summary = tool.summarize(args);
      if (!parsed.success)
        return { kind: 'refused', issues: issuesOf(parsed.error, args), summary };
      return {
        kind: 'later',
        summary,
        namespace: null,
        perform: (context) => tool.perform(parsed.data, context),
      };
    },
  };
}
