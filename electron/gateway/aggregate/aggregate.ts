import { EMBEDDED_SERVER } from '../../../shared/ledger.ts';
import { cutCharacters } from '../../../shared/text.ts';
import { routerTools } from '../../../shared/tools.ts';
import { upstreamNameSchema } from '../../../shared/upstream.ts';
import type { Aggregate, AggregateTool } from '../../mcp/aggregate.ts';
import type { CallAnswer } from '../../mcp/dispatch/write-call.ts';
import { isJsonObject, type JsonObject, rpcCode } from '../../mcp/json-rpc.ts';
import type { ToolCall } from '../../mcp/tool-call.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import { rawAt, withRaw } from '../../wire/raw-json.ts';
import { rawCall } from '../../wire/raw-message.ts';
import { reasonPlan, withReason } from '../capture/reason.ts';
import { callKind } from '../capture/write-or-read.ts';
import type { GatewayCall, GatewayDesk, GatewayRules } from '../desk/gateway-desk.ts';
import type { KnownTool, ToolBook } from '../desk/tool-book.ts';
import { exposedName, type UpstreamItem } from '../names/exposed-name.ts';
import { exposeAll } from '../names/exposed-set.ts';
import { exposedUri, resourceOf } from '../names/resource-uri.ts';
import { toolShape } from '../names/tool-shape.ts';
import { modernResult } from '../route/modern-result.ts';
import { nobodyHere } from '../upstreams/session.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';
import { type AllLists, createAllLists } from './all-lists.ts';
import { routerToolList } from './router-tools.ts';
import { searchTools } from './search-tools.ts';
import { sideDoor } from './side-doors.ts';

export interface AggregateOptions {
  readonly upstreams: Upstreams;
  readonly book: ToolBook;
  readonly desk: GatewayDesk;
  readonly rules: GatewayRules;
  readonly enabled: () => readonly string[];
  /** Whether `tools/list` holds each tool, or only the router. */
  readonly listsAll: () => boolean;
  readonly onLate: () => void;
}

const reasonKey = 'io.modelcontextprotocol/aiInvocation';

/** All servers under one address: names of their own, one policy, one row for each call. */
export function createAggregate(options: AggregateOptions): Aggregate {
  const { upstreams, book, desk, rules, enabled } = options;
  const lists: AllLists = createAllLists(options);

  const known = (): readonly (UpstreamItem & { readonly tool: KnownTool })[] =>
    enabled().flatMap((server) =>
      (book.tools(server) ?? []).map((tool) => ({ server, name: tool.name, tool })),
    );
  const itemOf = (name: string): UpstreamItem | null => exposeAll(known()).itemOf(name);
  const isRouter = (name: string): boolean => (routerTools as readonly string[]).includes(name);

  const servePassed = async (
    call: ToolCall,
    { server, name }: UpstreamItem,
    params: string,
    isModern: boolean,
    refusedBecause: string | null,
  ): Promise<CallAnswer> => {
    const session = upstreams.shared(server);
    const answer = await desk.serve({
      ...call,
      server,
      name,
      params,
      // A server that is gone is said so by the same way, and leaves its row.
      session: session ?? nobodyThere(server),
      pass: call.tell === undefined ? {} : passTo(call.tell),
      refusedBecause,
    });
    return answer.kind === 'raw' && answer.member === 'result' && isModern
      ? { ...answer, json: modernResult('tools/call', answer.json, JSON.parse(answer.json)) }
      : answer;
  };

  const serveRouter = async (call: ToolCall, isModern: boolean): Promise<CallAnswer> => {
    const args = isJsonObject(call.arguments) ? call.arguments : {};
    if (call.name === 'tools_search') {
      if (call.refusal !== null) return { kind: 'error', error: call.refusal.error };
      await lists.tools();
      return searchTools(args, known(), rules);
    }
    const { server, tool, reason, arguments: inner = {}, ...others } = args;
    const wrong = wrongRouterArguments(server, tool, inner, others);
    const outer = call.rawParams?.() ?? JSON.stringify({ arguments: args });
    const named = withRaw(outer, ['name'], JSON.stringify(tool ?? null));
    const params = withRaw(named, ['arguments'], rawAt(outer, 'arguments', 'arguments') ?? '{}');
    const meta =
      typeof reason === 'string'
        ? { ...call.meta, [reasonKey]: { invocationReason: { text: reason } } }
        : call.meta;
    const target = {
      // A call that names no server that could be is the router's own, and so is its row.
      server: upstreamNameSchema.safeParse(server).success ? String(server) : EMBEDDED_SERVER,
      name: typeof tool === 'string' ? tool : 'tools_call',
    };
    const refused =
      wrong ??
      (enabled().includes(target.server)
        ? sideDoor(target.server, target.name)
        : (sideDoor(target.server, target.name) ??
          `There is no server “${target.server}”. Ask tools_search which there are.`));
    return servePassed(
      { ...call, name: target.name, arguments: isJsonObject(inner) ? inner : {}, meta },
      target,
      params,
      isModern,
      refused,
    );
  };

  const shown = ({ server, name, tool }: UpstreamItem & { readonly tool: KnownTool }) => {
    const shape = toolShape(tool.value);
    if (shape.kind === 'held-back') return [];
    const value = shape.kind === 'as-is' ? tool.value : shape.tool;
    const { kind } = callKind({
      name,
      annotations: value.annotations,
      mark: rules.mark(server, name),
    });
    const wanted = rules.options(server).add_reason;
    const input = isRecord(value.inputSchema) ? value.inputSchema : { type: 'object' };
    const plan = reasonPlan(tool.value.inputSchema, { isWrite: kind === 'write', wanted });
    const inputSchema = plan === 'added' ? withReason(input) : input;
    return [
      { ...value, name: exposedName({ server, name }), inputSchema } as unknown as AggregateTool,
    ];
  };

  /** @throws Error in words, or what the server itself says */
  const ask = async (server: string, method: string, params: object): Promise<JsonObject> => {
    const session = upstreams.shared(server);
    if (session === null) throw new Error(`There is no server “${server}”.`);
    const answer = await session.request(method, JSON.stringify(params), { isRead: true });
    if (answer.kind === 'result') return isRecord(answer.value) ? answer.value : {};
    if (answer.kind === 'error') {
      const said = isRecord(answer.value) ? answer.value.message : null;
      throw new Error(typeof said === 'string' ? said : `${server} gave an error`);
    }
    throw new Error(`${server}: ${answer.why}`);
  };

  const passTo = (tell: (message: string) => void): GatewayCall['pass'] => ({
    onMessage(message) {
      // All clients of one address share a session at the server: what it asks is for none of them.
      if (message.kind === 'request') message.respond('error', nobodyHere);
      else if (message.method === 'notifications/progress') {
        tell(rawCall(null, message.method, message.params));
      }
    },
  });

  return {
    isUsed: () => enabled().length > 0,
    has(name) {
      if (enabled().length === 0) return false;
      if (isRouter(name)) return true;
      const item = itemOf(name);
      return item !== null && upstreams.config(item.server) !== null;
    },
    async serve(call, isModern) {
      const name = typeof call.name === 'string' ? call.name : '';
      if (isRouter(name)) return serveRouter(call, isModern);
      const item = itemOf(name);
      if (item === null) {
        return {
          kind: 'error',
          error: { code: rpcCode.invalidParams, message: `Unknown tool: ${name}` },
        };
      }
      const outer = call.rawParams?.() ?? JSON.stringify({ arguments: call.arguments });
      const params = withRaw(outer, ['name'], JSON.stringify(item.name));
      return servePassed({ ...call, name: item.name }, item, params, isModern, null);
    },
    async tools() {
      if (enabled().length === 0) return [];
      await lists.tools();
      const exposed = exposeAll(known());
      const all = options.listsAll()
        ? known().filter(({ server, name }) => exposed.items.has(exposedName({ server, name })))
        : [];
      return [...routerToolList, ...all.flatMap(shown)];
    },
    async prompts() {
      const items = await lists.items('prompts/list');
      return items.flatMap(({ server, value }) =>
        typeof value.name === 'string'
          ? [{ ...value, name: exposedName({ server, name: value.name }) }]
          : [],
      );
    },
    async resources() {
      const items = await lists.items('resources/list');
      return items.map(({ server, value }) => ({
        ...value,
        uri: exposedUri({ server, uri: String(value.uri) }),
      }));
    },
    async resourceTemplates() {
      const items = await lists.items('resources/templates/list');
      return items.map(({ server, value }) => ({
        ...value,
        uriTemplate: exposedUri({ server, uri: String(value.uriTemplate) }),
      }));
    },
    async getPrompt(name, args) {
      const items = await lists.items('prompts/list');
      const found = exposeAll(
        items.map(({ server, value }) => ({ server, name: String(value.name) })),
      ).itemOf(name);
      if (found === null) throw new Error(`There is no prompt “${cutCharacters(name, 100)}”.`);
      return ask(found.server, 'prompts/get', {
        name: found.name,
        ...(args === undefined ? {} : { arguments: args }),
      });
    },
    async readResource(uri) {
      const found = resourceOf(uri);
      if (found === null) throw new Error(`There is no resource ${cutCharacters(uri, 200)}.`);
      return ask(found.server, 'resources/read', { uri: found.uri });
    },
  };
}

function wrongRouterArguments(
  server: unknown,
  tool: unknown,
  inner: unknown,
  others: JsonObject,
): string | null {
  if (typeof server !== 'string' || server === '') return 'tools_call: `server` must be text.';
  if (typeof tool !== 'string' || tool === '') return 'tools_call: `tool` must be text.';
  if (!isJsonObject(inner)) return 'tools_call: `arguments` must be an object.';
  const [unknown] = Object.keys(others);
  return unknown === undefined
    ? null
    : `tools_call: unknown argument \`${cutCharacters(unknown, 60)}\`. What the tool takes goes into \`arguments\`.`;
}

/** Stands for a server that was removed between the list and the call. */
function nobodyThere(server: string) {
  return {
    request: async () =>
      ({ kind: 'failed', reason: 'down', why: `there is no server "${server}"` }) as const,
  };
}
