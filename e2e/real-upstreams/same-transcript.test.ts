import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished, test } from 'vitest';
import { testCore } from '../../electron/testing/core.ts';
import { upstreamConfigSchema } from '../../shared/upstream.ts';
import { installServer } from './install.ts';

const server = await installServer('everything');
if (!server.ok)
  process.stdout.write(`skipped: transcripts of server-everything: ${server.reason}\n`);

/** Tools whose answer differs from call to call, or that begin something that outlives it. */
const volatile = /env|toggle|gzip|simulate|research|async|roots|session/i;

type Schema = {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required?: readonly string[];
};

/** Arguments that a schema takes, the same each time. */
function argumentsFor({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    required.map((name) => {
      const { type, enum: choices, default: usual } = properties[name] ?? {};
      if (usual !== undefined) return [name, usual];
      if (Array.isArray(choices)) return [name, choices[0]];
      return [
        name,
        type === 'number' || type === 'integer' ? 1 : type === 'boolean' ? true : 'ä€😀',
      ];
    }),
  );
}

async function transcript(client: Client, said: readonly unknown[]) {
  const caught = async (work: Promise<unknown>) => {
    try {
      return await work;
    } catch (error) {
      return { error: String(error) };
    }
  };
  const { tools } = await client.listTools();
  const { prompts } = await client.listPrompts();
  const { resources } = await client.listResources();
  const calls = [];
  for (const { name, inputSchema } of tools.filter((tool) => !volatile.test(tool.name))) {
    const progress: unknown[] = [];
    const given = { name, arguments: argumentsFor(inputSchema as Schema) };
    const answer = await caught(
      client.callTool(given, {
        ...(name.includes('long') ? { onprogress: (step: unknown) => progress.push(step) } : {}),
      }),
    );
    // The SDK's client may drop the last step, where the answer comes in the same piece of its pipe.
    calls.push({ given, answer, progress: progress.slice(0, 4) });
  }
  return {
    server: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools,
    prompts,
    resources,
    templates: await client.listResourceTemplates(),
    calls,
    wrongTool: await caught(client.callTool({ name: 'none', arguments: {} })),
    wrongArguments: await caught(client.callTool({ name: 'echo', arguments: { no: 1 } })),
    read: await caught(client.readResource({ uri: resources[0]?.uri ?? '' })),
    readNone: await caught(client.readResource({ uri: 'none://x' })),
    gotPrompts: await Promise.all(
      prompts.map(({ name, arguments: wanted = [] }) =>
        caught(
          client.getPrompt({
            name,
            arguments: Object.fromEntries(wanted.map((one) => [one.name, 'x'])),
          }),
        ),
      ),
    ),
    noPrompt: await caught(client.getPrompt({ name: 'none' })),
    ping: await client.ping(),
    level: await caught(client.setLoggingLevel('debug')),
    said,
  };
}

function makeClient() {
  const said: unknown[] = [];
  const client = new Client(
    { name: 'claude-code', version: '2.1.0' },
    { capabilities: { sampling: {}, elicitation: {} } },
  );
  client.setRequestHandler('sampling/createMessage', ({ params }) => {
    said.push(params);
    return { role: 'assistant', model: 'm', content: { type: 'text', text: 'sampled' } };
  });
  client.setRequestHandler('elicitation/create', ({ params }) => {
    said.push(params);
    return { action: 'decline' };
  });
  onTestFinished(() => client.close());
  return { client, said };
}

test.skipIf(!server.ok)(
  'an official client sees the same of server-everything directly and through the gateway',
  async () => {
    if (!server.ok) return;
    const command = { command: process.execPath, args: [server.script, 'stdio'] };
    const direct = makeClient();
    await direct.client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));

    const { core } = await testCore();
    const config = upstreamConfigSchema.parse({ name: 'all', kind: 'stdio', ...command });
    await core.requests['servers:add']?.({ config, options: { add_reason: false } });
    const through = makeClient();
    const headers = { Authorization: `Bearer ${core.token}` };
    const url = new URL(`${core.url}/all`);
    await through.client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers } }),
    );

    const [theirs, ours] = await Promise.all([
      transcript(direct.client, direct.said),
      transcript(through.client, through.said),
    ]);
    expect(theirs.calls.length).toBeGreaterThan(5);
    expect(theirs.said.length).toBeGreaterThan(0);
    expect(ours).toEqual(theirs);
  },
  90_000,
);
