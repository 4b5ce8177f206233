import { ProtocolError } from '@modelcontextprotocol/server';

/** A red pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

export const resources = [
  {
    uri: 'test://static-text',
    name: 'Static text',
    description: 'A text that never changes',
    mimeType: 'text/plain',
  },
  {
    uri: 'test://static-binary',
    name: 'Static image',
    description: 'An image that never changes',
    mimeType: 'image/png',
  },
  {
    uri: 'test://watched-resource',
    name: 'Watched',
    description: 'Can be subscribed to',
    mimeType: 'text/plain',
  },
] as const;

export const templates = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'Data by id',
    description: 'Fills in the id',
    mimeType: 'application/json',
  },
] as const;

export function readResource(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  switch (uri) {
    case 'test://static-text':
      return {
        contents: [
          {
            uri,
            mimeType: 'text/plain',
            text: 'This is the content of the static text resource.',
          },
        ],
      };
    case 'test://static-binary':
      return { contents: [{ uri, mimeType: 'image/png', blob: pixel }] };
    case 'test://watched-resource':
      return { contents: [{ uri, mimeType: 'text/plain', text: 'Watched.' }] };
    default:
      throw new ProtocolError(-32002, `Resource not found: ${uri}`);
  }
}

type Args = Readonly<Record<string, unknown>>;

const user = (content: object) => ({ role: 'user' as const, content: content as never });
const words = (text: string) => user({ type: 'text', text });
const argument = (name: string) => ({ name, description: `The ${name}`, required: true });

export const prompts = [
  {
    listed: { name: 'test_simple_prompt', description: 'A prompt without arguments' },
    messages: (_: Args) => [words('This is a simple prompt for testing.')],
  },
  {
    listed: {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with two arguments',
      arguments: [argument('arg1'), argument('arg2')],
    },
    messages: ({ arg1, arg2 }: Args) => [
      words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
    ],
  },
  {
    listed: {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt with a resource in it',
      arguments: [argument('resourceUri')],
    },
    messages: ({ resourceUri }: Args) => [
      user({
        type: 'resource',
        resource: {
          uri: String(resourceUri),
          mimeType: 'text/plain',
          text: 'Embedded resource content for testing.',
        },
      }),
      words('Please process the embedded resource above.'),
    ],
  },
  {
    listed: { name: 'test_prompt_with_image', description: 'A prompt with an image in it' },
    messages: (_: Args) => [
      user({ type: 'image', data: pixel, mimeType: 'image/png' }),
      words('Please analyze the image above.'),
    ],
  },
];

export function completePrompt(name: string, args: Args) {
  const prompt = prompts.find(({ listed }) => listed.name === name);
  if (prompt === undefined) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
  return { messages: prompt.messages(args) };
}
