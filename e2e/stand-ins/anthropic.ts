import { z } from 'zod';
import { listen, type StandIn, sendEvents } from './listen.ts';
import type { Script, ToolAnswer } from './script.ts';

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const toolResult = z.object({
  type: z.literal('tool_result'),
  is_error: z.boolean().optional(),
  content: z.union([z.string(), z.array(z.unknown())]).optional(),
});
const messagesRequest = z.object({
  stream: z.boolean().optional(),
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
  messages: z.array(z.looseObject({ content: z.union([z.string(), z.array(z.unknown())]) })),
});

const answersIn = (messages: z.infer<typeof messagesRequest>['messages']): ToolAnswer[] =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap((block) => toolResult.safeParse(block).data ?? [])
    .map(({ is_error, content }) => ({
      failed: is_error === true,
      text:
        typeof content === 'string'
          ? content
          : (content ?? []).map((block) => textBlock.safeParse(block).data?.text ?? '').join('\n'),
    }));

/**
 * Stands in for the Messages API: plays `script` as tool calls of the MCP server named `server`.
 * The next step is told by the number of tool results in the request, so the stand-in keeps no state.
 */
export const anthropicStandIn = (server: string, script: Script): Promise<StandIn> =>
  listen((path, body, response) => {
    const request = messagesRequest.safeParse(body);
    if (path !== '/v1/messages' || !request.success) {
      response.writeHead(path.endsWith('/count_tokens') ? 200 : 404, {
        'content-type': 'application/json',
      });
      response.end('{"input_tokens":1}');
      return;
    }
    const answers = answersIn(request.data.messages);
    const step = script.steps[answers.length];
    const name = `mcp__${server}__${step?.tool}`;
    const offered = request.data.tools?.some((tool) => tool.name === name) === true;
    const block =
      offered && step
        ? { type: 'tool_use', id: `toolu_${answers.length}`, name, input: {} }
        : { type: 'text', text: '' };
    const delta =
      offered && step
        ? { type: 'input_json_delta', partial_json: JSON.stringify(step.arguments(answers)) }
        : { type: 'text_delta', text: step ? `${name} is not offered` : script.farewell };
    const message = {
      id: `msg_${answers.length}`,
      type: 'message',
      role: 'assistant',
      model: 'stand-in',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    const usage = { input_tokens: 1, output_tokens: 1 };
    sendEvents(response, [
      { type: 'message_start', message: { ...message, usage } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: offered ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage,
      },
      { type: 'message_stop' },
    ]);
  });
