import type { CallAnswer } from '../../mcp/dispatch/write-call.ts';
import { type RequestId, rpcCode } from '../../mcp/json-rpc.ts';
import { answerBody } from '../../mcp/tool-call.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import { rawAt, rawElements, withRaw } from '../../wire/raw-json.ts';
import { reasonPlan, withReason } from '../capture/reason.ts';
import { callKind } from '../capture/write-or-read.ts';
import { answerOf } from '../desk/answers.ts';
import type { GatewayCall, GatewayDesk, GatewayRules } from '../desk/gateway-desk.ts';
import type { ToolBook } from '../desk/tool-book.ts';
import type { RequestOptions, UpstreamAnswer } from '../upstreams/answers.ts';
import type { ListedItem } from '../upstreams/list-all.ts';
import type { UpstreamSession } from '../upstreams/seat.ts';

export interface ServerDesk {
  readonly desk: GatewayDesk;
  readonly book: ToolBook;
  readonly rules: GatewayRules;
}

/** Everything but a call: passed on as it is. A list of tools is what the person lets clients see of it. */
export async function passOn(
  { book, rules }: ServerDesk,
  server: string,
  session: Pick<UpstreamSession, 'request'>,
  method: string,
  params: string | null,
  options: RequestOptions,
): Promise<UpstreamAnswer> {
  // A subscription is open for as long as the client wants it, and may have nothing to say for hours.
  const limit = method === 'subscriptions/listen' ? { timeoutMs: null } : {};
  const answer = await session.request(method, params, { ...options, ...limit, isRead: true });
  if (method !== 'tools/list' || answer.kind !== 'result') return answer;
  const listed = listedTools(answer);
  if (listed === null) return answer;
  book.learn(server, listed);
  if (!rules.options(server).add_reason) return answer;
  const shown = listed.map((item) => withReasonWhereWrite(item, server, rules));
  if (shown.every((raw, at) => raw === listed[at]?.raw)) return answer;
  return { ...answer, raw: withRaw(answer.raw, ['tools'], `[${shown.join(',')}]`) };
}

function listedTools(
  answer: Extract<UpstreamAnswer, { kind: 'result' }>,
): readonly ListedItem[] | null {
  const values = isRecord(answer.value) ? answer.value.tools : undefined;
  const raw = rawAt(answer.raw, 'tools');
  if (raw === null || !Array.isArray(values)) return null;
  const texts = rawElements(raw);
  return texts.length === values.length
    ? texts.map((text, at) => ({ raw: text, value: values[at] as unknown }))
    : null;
}

/** The tool as clients get it: a write tool that can take it has an optional `reason`; nothing else changes. */
function withReasonWhereWrite(
  { raw, value }: ListedItem,
  server: string,
  rules: GatewayRules,
): string {
  if (!isRecord(value) || typeof value.name !== 'string' || !isRecord(value.inputSchema))
    return raw;
  const { kind } = callKind({
    name: value.name,
    annotations: value.annotations,
    mark: rules.mark(server, value.name),
  });
  const wanted = rules.options(server).add_reason;
  if (reasonPlan(value.inputSchema, { isWrite: kind === 'write', wanted }) !== 'added') return raw;
  const { properties } = withReason(value.inputSchema);
  const reason = isRecord(properties) ? properties.reason : undefined;
  return withRaw(raw, ['inputSchema', 'properties', 'reason'], JSON.stringify(reason));
}

/** One JSON-RPC message, and whether the server sent it in a stream. */
interface Said {
  readonly text: string;
  readonly streamed: boolean;
}

function saidAs(answer: CallAnswer, id: RequestId | null, era?: '2025' | '2026'): Said {
  const streamed = answer.kind === 'raw' && answer.streamed === true;
  return { text: answerBody(answer, id, era), streamed };
}

/** An answer as one JSON-RPC message; what could not be reached is an error in words. */
export function answerText(server: string, answer: UpstreamAnswer, id: RequestId): Said {
  const said: CallAnswer =
    answer.kind === 'failed' || answer.kind === 'unknown'
      ? {
          kind: 'error',
          error: { code: rpcCode.internal, message: `${server}: ${answer.why}` },
        }
      : answerOf(server, answer);
  return saidAs(said, id);
}

/** A call, answered as one JSON-RPC message. Never rejects. */
export async function callText(
  { desk }: ServerDesk,
  call: GatewayCall,
  id: RequestId | null,
  era: '2025' | '2026' = '2025',
): Promise<Said> {
  return saidAs(await desk.serve(call), id, era);
}
