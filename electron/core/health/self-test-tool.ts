import { timingSafeEqual } from 'node:crypto';
import type { WriteTool } from '../../mcp/tools/tool.ts';

export const SELF_TEST_TOOL = 'inkwatch.self_test';

export const thrownWords = 'thrown on purpose by the self-test';

/** Where the throwing tool leaves a document that must not stay. */
export const selfTestNamespace = 'inkwatch-self-test';

/**
 * A real write tool that throws after it has changed something, or does its work after its row. It is
 * there only while a self-test runs, and only for calls that know this test's key.
 */
export function selfTestTool(key: string): WriteTool {
  return {
    kind: 'write',
    name: SELF_TEST_TOOL,
    title: 'Self-test',
    description: 'Throws on purpose.',
    inputSchema: { type: 'object' },
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: false,
    },
    prepare({ mode, key: given }) {
      const summary = typeof mode === 'string' ? { mode: mode.slice(0, 16) } : {};
      if (typeof given !== 'string' || !isSame(given, key)) {
        return {
          kind: 'refused',
          issues: [{ names: ['key'], say: (write) => `${write('key')} is not of this self-test` }],
          summary,
        };
      }
      if (mode === 'later') {
        return {
          kind: 'later',
          summary,
          namespace: null,
          perform: async () => ({
            kind: 'succeeded',
            chunk_id: null,
            answer: { kind: 'result', isError: false, text: 'done', structured: null },
          }),
        };
      }
      return {
        kind: 'ready',
        summary,
        target: { kind: 'elsewhere' },
        run(tree, context) {
          tree.store(
            {
              title: 'self-test',
              content: 'must not stay',
              namespace: selfTestNamespace,
              tags: [],
            },
            context,
          );
          throw new Error(thrownWords);
        },
      };
    },
  };
}

function isSame(given: string, key: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(key)];
  return one.length === other.length && timingSafeEqual(one, other);
}
