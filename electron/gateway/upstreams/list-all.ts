import { isRecord } from '../../wire/json-rpc.ts';
import { rawAt, rawElements } from '../../wire/raw-json.ts';
import type { RequestOptions } from './answers.ts';
import type { UpstreamSession } from './seat.ts';

/** One item of a list as the server wrote it, and parsed. */
export interface ListedItem {
  readonly raw: string;
  readonly value: unknown;
}

export interface Listed {
  readonly items: readonly ListedItem[];
  /** Null: that is all. Else in words why it is not. */
  readonly missing: string | null;
}

export type ListMethod =
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list';

const members: Readonly<Record<ListMethod, string>> = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
};

const most = { pages: 500, items: 20_000, restarts: 2 } as const;
const invalidParams = -32602;

/**
 * A whole list, page by page. A list that changes under way makes its cursors invalid: it is read from the
 * start again then. A server that gives one cursor twice, or pages without end, is not followed.
 */
export async function listAll(
  session: Pick<UpstreamSession, 'request'>,
  method: ListMethod,
  options: Pick<RequestOptions, 'signal' | 'timeoutMs'> = {},
): Promise<Listed> {
  let items: ListedItem[] = [];
  let cursor: string | null = null;
  let restarts = 0;
  const seen = new Set<string>();
  for (let pages = 0; pages < most.pages; pages += 1) {
    const params: string | null = cursor === null ? null : `{"cursor":${cursor}}`;
    const answer = await session.request(method, params, { ...options, isRead: true });
    if (answer.kind !== 'result') {
      const isCursor =
        answer.kind === 'error' && isRecord(answer.value) && answer.value.code === invalidParams;
      if (isCursor && cursor !== null && restarts < most.restarts) {
        restarts += 1;
        items = [];
        cursor = null;
        seen.clear();
        continue;
      }
      return { items, missing: answer.kind === 'error' ? messageOf(answer.value) : answer.why };
    }
    const raw = rawAt(answer.raw, members[method]);
    const values = isRecord(answer.value) ? answer.value[members[method]] : undefined;
    if (raw === null || !Array.isArray(values)) {
      return { items, missing: `it answered ${method} without a list` };
    }
    rawElements(raw).forEach((text, index) => {
      items.push({ raw: text, value: values[index] });
    });
    cursor = rawAt(answer.raw, 'nextCursor');
    if (cursor === null || cursor === 'null' || cursor === '""') return { items, missing: null };
    if (seen.has(cursor)) return { items, missing: 'its list goes round in a circle' };
    if (items.length >= most.items) break;
    seen.add(cursor);
  }
  return { items, missing: `its list has no end (${items.length} items so far)` };
}

function messageOf(error: unknown): string {
  return isRecord(error) && typeof error.message === 'string' ? error.message : 'it gave an error';
}
