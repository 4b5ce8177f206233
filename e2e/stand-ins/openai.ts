import { z } from 'zod';
import { listen, type StandIn, sendEvents } from './listen.ts';
import type { Script, ToolAnswer } from './script.ts';

const callOutput = z.object({ type: z.literal('function_call_output'), output: z.unknown() });
const responsesRequest = z.looseObject({ input: z.array(z.unknown()) });

const answersIn = (input: readonly unknown[]): ToolAnswer[] =>
  input
    .flatMap((item) => callOutput.safeParse(item).data ?? [])
    .map(({ output }) => {
      const text = typeof output === 'string' ? output : JSON.stringify(output);
      return { failed: /error/i.test(text), text };
    });

/**
 * Stands in for the Responses API: plays `script` as calls of the MCP server named `server`.
 * The next step is told by the number of call outputs in the request, so the stand-in keeps no state.
 */
export const openaiStandIn = (server: string, script: Script): Promise<StandIn> =>
  listen((path, body, response) => {
    const request = responsesRequest.safeParse(body);
    if (path !== '/v1/responses' || !request.success) {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const answers = answersIn(request.data.input);
    const step = script.steps[answers.length];
    const id = `resp_${answers.length}`;
    const item = step
      ? {
          type: 'function_call',
          id: `fc_${answers.length}`,
          call_id: `call_${answers.length}`,
          namespace: `mcp__${server}`,
          name: step.tool,
          arguments: JSON.stringify(step.arguments(answers)),
        }
      : {
          type: 'message',
          id: `item_${answers.length}`,
          role: 'assistant',
          content: [{ type: 'output_text', text: script.farewell }],
        };
    const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    sendEvents(response, [
      { type: 'response.created', response: { id } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id, usage } },
    ]);
  });
