import { setTimeout as sleep } from 'node:timers/promises';
import { ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server';
import { elicitations } from './reference-forms.ts';
import {
  completePrompt,
  pixel,
  prompts,
  readResource,
  resources,
  templates,
} from './reference-texts.ts';

/** An empty sound. */
const sound = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

interface Given {
  readonly args: Readonly<Record<string, unknown>>;
  readonly token: string | number | undefined;
  readonly context: ServerContext;
}

type Content = Readonly<Record<string, unknown>>;

interface ReferenceTool {
  readonly description: string;
  readonly required?: readonly string[];
  readonly call: (given: Given) => Promise<readonly Content[]>;
}

const text = (words: string): Content => ({ type: 'text', text: words });
const image: Content = { type: 'image', data: pixel, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string): Content => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

const tools: Readonly<Record<string, ReferenceTool>> = {
  test_simple_text: {
    description: 'Returns text',
    call: async () => [text('This is a simple text response for testing.')],
  },
  test_image_content: { description: 'Returns an image', call: async () => [image] },
  test_audio_content: {
    description: 'Returns sound',
    call: async () => [{ type: 'audio', data: sound, mimeType: 'audio/wav' }],
  },
  test_embedded_resource: {
    description: 'Returns a resource',
    call: async () => [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  },
  test_multiple_content_types: {
    description: 'Returns content of several types',
    call: async () => [
      text('Multiple content types test:'),
      image,
      resource(
        'test://mixed-content-resource',
        'application/json',
        JSON.stringify({ test: 'data', value: 123 }),
      ),
    ],
  },
  test_tool_with_logging: {
    description: 'Logs while it runs',
    call: async ({ context }) => {
      await context.mcpReq.log('info', 'Tool execution started');
      await sleep(50);
      await context.mcpReq.log('info', 'Tool processing data');
      await sleep(50);
      await context.mcpReq.log('info', 'Tool execution completed');
      return [text('Logged three times.')];
    },
  },
  test_error_handling: {
    description: 'Always fails',
    call: async () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
  },
  test_tool_with_progress: {
    description: 'Tells its progress',
    call: async ({ token, context }) => {
      for (const progress of [0, 50, 100]) {
        if (token !== undefined) {
          const params = { progressToken: token, progress, total: 100 };
          await context.mcpReq.notify({ method: 'notifications/progress', params });
        }
        if (progress < 100) await sleep(50);
      }
      return [text('Done.')];
    },
  },
  test_sampling: {
    description: 'Asks the client for a completion',
    required: ['prompt'],
    call: async ({ args, context }) => {
      const answer = await context.mcpReq.requestSampling({
        messages: [{ role: 'user', content: { type: 'text', text: String(args.prompt) } }],
        maxTokens: 100,
      });
      return [text(`LLM response: ${JSON.stringify(answer.content)}`)];
    },
  },
  test_reconnection: {
    description: 'Ends its stream before the result',
    call: async ({ context }) => {
      context.http?.closeSSE?.();
      await sleep(100);
      return [text('Reconnected.')];
    },
  },
  ...Object.fromEntries(
    Object.entries(elicitations).map(([name, form]) => [
      name,
      {
        description: 'Asks the person',
        ...(form.required === undefined ? {} : { required: form.required }),
        call: async ({ args, context }: Given) => {
          const { action, content } = await context.mcpReq.elicitInput(form.ask(args));
          return [text(form.says(action, JSON.stringify(content ?? {})))];
        },
      },
    ]),
  ),
};

const schemaTool = {
  name: 'json_schema_2020_12_tool',
  description: 'Tool with JSON Schema 2020-12 features',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: {
      address: {
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};

function listed(name: string, { description, required = [] }: ReferenceTool) {
  const properties = Object.fromEntries(required.map((key) => [key, { type: 'string' }]));
  return {
    name,
    description,
    inputSchema: { type: 'object' as const, properties, required: [...required] },
  };
}

/** One server object, for one session. */
export function createReferenceServer(): Server {
  const server = new Server(
    { name: 'reference', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true },
        prompts: {},
        logging: {},
        completions: {},
      },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: [...Object.entries(tools).map(([name, tool]) => listed(name, tool)), schemaTool],
  }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = tools[params.name];
    if (tool === undefined) throw new ProtocolError(-32602, `Unknown tool: ${params.name}`);
    try {
      const content = await tool.call({
        args: params.arguments ?? {},
        token: context.mcpReq._meta?.progressToken,
        context,
      });
      return { content: [...content] as never };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return { isError: true, content: [{ type: 'text', text: said }] };
    }
  });
  server.setRequestHandler('resources/list', () => ({ resources: [...resources] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...templates],
  }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ listed }) => listed),
  }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    completePrompt(params.name, params.arguments ?? {}),
  );
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  return server;
}
