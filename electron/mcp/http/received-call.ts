import type { ServerResponse } from 'node:http';
import { rawAt } from '../../wire/raw-json.ts';
import { type CallEvidence, identify } from '../identity.ts';
import type { JsonObject } from '../json-rpc.ts';
import type { GapRuns } from '../runs.ts';
import { readCallParams, type ToolCall } from '../tool-call.ts';
import { wayIn } from './bridge.ts';
import type { PostedExchange } from './exchange.ts';

/** What the route of an era knows of a call. */
export interface RouteFacts {
  readonly params: unknown;
  readonly request: ToolCall['request'];
  readonly signal: AbortSignal | null;
  readonly evidence: (
    meta: JsonObject,
  ) => Pick<CallEvidence, 'clientInfo' | 'transportSession' | 'protocolVersion'>;
}

/** A `tools/call` as it came over HTTP, in either era. */
export function receivedCall(
  { request, response, connection, receivedMs, body, message }: PostedExchange,
  facts: RouteFacts,
  gaps: GapRuns,
): ToolCall {
  const read = readCallParams(facts.params);
  return {
    ...read,
    rawParams: () => rawAt(body.toString('utf8'), 'params'),
    refusal:
      message.kind === 'invalid' ? { error: message.error, kind: 'invalid', summary: {} } : null,
    request: facts.request,
    signal: facts.signal,
    left: () => leftSignal(response),
    receivedMs,
    size: body.length,
    caller: () => {
      const known = facts.evidence(read.meta);
      return identify(
        {
          ...known,
          ...wayIn(request, known.transportSession),
          connection,
          meta: read.meta,
          nowMs: receivedMs,
        },
        gaps,
      );
    },
  };
}

/** Aborts when the connection ends before its answer. */
function leftSignal(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  const look = () => {
    if (!response.writableFinished) left.abort();
  };
  if (response.destroyed) look();
  else response.once('close', look);
  return left.signal;
}
