import { cutCharacters } from '../../../shared/text.ts';
import { type CallAnswer, toolError } from '../../mcp/dispatch/write-call.ts';
import type { JsonObject } from '../../mcp/json-rpc.ts';
import { wordsOf } from '../capture/words.ts';
import { callKind } from '../capture/write-or-read.ts';
import type { GatewayRules } from '../desk/gateway-desk.ts';
import type { KnownTool } from '../desk/tool-book.ts';
import type { UpstreamItem } from '../names/exposed-name.ts';

const [usual, most] = [10, 50];
const longestDescription = 600;

type Item = UpstreamItem & { readonly tool: KnownTool };

/** The answer of `tools_search`: tools in which all words occur first, then those with most of them. */
export function searchTools(
  args: JsonObject,
  items: readonly Item[],
  rules: GatewayRules,
): CallAnswer {
  const { query = '', server, limit = usual, ...others } = args;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return toolError(`tools_search: unknown argument \`${unknown}\``);
  if (typeof query !== 'string') return toolError('tools_search: `query` must be text');
  if (server !== undefined && typeof server !== 'string') {
    return toolError('tools_search: `server` must be text');
  }
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > most) {
    return toolError(`tools_search: \`limit\` must be a whole number from 1 to ${most}`);
  }
  const words = wordsOf(query.slice(0, 500));
  const found = items
    .filter((item) => server === undefined || item.server === server)
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => words.length === 0 || score > 0)
    .sort((a, b) => b.score - a.score);
  const answer = {
    tools: found.slice(0, Number(limit)).map(({ item }) => shown(item, rules)),
    found: found.length,
  };
  return { kind: 'result', isError: false, text: JSON.stringify(answer), structured: answer };
}

function scoreOf({ server, tool }: Item, words: readonly string[]): number {
  const name = new Set(wordsOf(tool.name));
  const about =
    `${textOf(tool.value.title)} ${textOf(tool.value.description)} ${server}`.toLowerCase();
  return words.reduce((sum, word) => {
    if (name.has(word)) return sum + 3;
    if (tool.name.toLowerCase().includes(word)) return sum + 2;
    return about.includes(word) ? sum + 1 : sum;
  }, 0);
}

function shown({ server, name, tool }: Item, rules: GatewayRules): JsonObject {
  const kind = callKind({
    name,
    annotations: tool.value.annotations,
    mark: rules.mark(server, name),
  });
  return {
    server,
    tool: name,
    description: cutCharacters(textOf(tool.value.description), longestDescription),
    arguments: tool.value.inputSchema ?? { type: 'object' },
    writes: kind.kind === 'write',
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
