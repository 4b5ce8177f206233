import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import type { Aggregate } from './aggregate.ts';
import { rpcCode } from './json-rpc.ts';
import type { CallDesk, ToolCall } from './tool-call.ts';
import { toolResult } from './tool-call.ts';

export interface SdkServerOptions {
  readonly desk: CallDesk;
  readonly version: string;
  readonly toolNames: () => 'underscored' | 'dotted';
}

/** What the transport hands through the SDK to our handler: the call as received, not as the SDK re-made it. */
export interface CallPass {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];
}

/** Which call a pass stands for. A pass lives as long as its request. */
const passes = new WeakMap<object, ToolCall>();

export function passFor(call: ToolCall): CallPass {
  const pass: CallPass = { token: '', clientId: '', scopes: [] };
  passes.set(pass, call);
  return pass;
}

// One validator for all sessions: the SDK makes a compiler per server otherwise, for forms that we never ask.
const jsonSchemaValidator = new AjvJsonSchemaValidator();

const instructions =
  'Inkwatch keeps a memory tree on this computer and a ledger of every write. Search before you store. Give `reason` with each write: one short sentence on why you are writing it.';

/** One MCP server object, for one session or one stateless request; never shared (case g03). */
export function createSdkServer({ desk, version, toolNames }: SdkServerOptions): Server {
  const { aggregate } = desk;
  const others = aggregate?.isUsed() === true ? { prompts: {}, resources: {} } : {};
  const capabilities = { tools: { listChanged: true }, ...others };
  const server = new Server(
    { name: 'inkwatch', title: 'Inkwatch', version },
    { capabilities, instructions, jsonSchemaValidator },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: [...desk.tools.advertised(toolNames()), ...((await aggregate?.tools()) ?? [])],
  }));
  if (aggregate?.isUsed() === true) offerTheRest(server, aggregate);
  server.setRequestHandler('tools/call', async (_request, context) => {
    const pass = context.http?.authInfo;
    const call = pass === undefined ? undefined : passes.get(pass);
    if (call === undefined) throw new Error('a call without its pass');
    const answer = await desk.serve(call);
    if (answer.kind === 'error') throw new ProtocolError(answer.error.code, answer.error.message);
    // Own tools answer in our own shape; what an upstream answered never passes through here.
    if (answer.kind === 'raw') throw new Error('an upstream answered a call of our own');
    return toolResult(answer);
  });
  return server;
}

/** Prompts and resources of the servers behind the gateway. Their shape is theirs, and the SDK checks it. */
function offerTheRest(server: Server, aggregate: Aggregate): void {
  const said = async <Result>(work: Promise<unknown>): Promise<Result> => {
    try {
      return (await work) as Result;
    } catch (error) {
      throw new ProtocolError(rpcCode.invalidParams, error instanceof Error ? error.message : '');
    }
  };
  server.setRequestHandler('prompts/list', async () =>
    said(aggregate.prompts().then((prompts) => ({ prompts }))),
  );
  server.setRequestHandler('prompts/get', async ({ params }) =>
    said(aggregate.getPrompt(params.name, params.arguments)),
  );
  server.setRequestHandler('resources/list', async () =>
    said(aggregate.resources().then((resources) => ({ resources }))),
  );
  server.setRequestHandler('resources/templates/list', async () =>
    said(aggregate.resourceTemplates().then((resourceTemplates) => ({ resourceTemplates }))),
  );
  server.setRequestHandler('resources/read', async ({ params }) =>
    said(aggregate.readResource(params.uri)),
  );
}
