import { setTimeout as sleep } from 'node:timers/promises';
import {
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from '@modelcontextprotocol/server';
import type { RequestKey } from '../dispatch/write-call.ts';
import { isJsonObject, type JsonObject, type RequestId } from '../json-rpc.ts';
import type { Incoming } from '../message.ts';
import type { GapRuns } from '../runs.ts';
import { passFor } from '../sdk-server.ts';
import { answerBody, type CallDesk, isMalformed, requestKey, type ToolCall } from '../tool-call.ts';
import { openAnswerStream } from './answer-stream.ts';
import { bridgeOf } from './bridge.ts';
import { headerOf, type PostedExchange, statusOf } from './exchange.ts';
import { receivedCall } from './received-call.ts';
import { sendJson, sendWebAnswer } from './reply.ts';

const MODERN_VERSION = '2026-07-28';

/** Calls are done when the route closes; their answers are a few turns of the event loop away. */
const lastAnswersMs = 300;

export interface ModernRouteOptions {
  readonly makeServer: () => Server;
  readonly desk: CallDesk;
  readonly gaps: GapRuns;
  readonly onError: (error: unknown) => void;
}

/** Serves the 2026-07-28 era: each request says its version and client in `_meta`, and stands alone. */
export interface ModernRoute {
  post(exchange: PostedExchange): Promise<void>;
  toolsChanged(): void;
  /** Lets answers to calls go out, for a moment, and ends its streams. */
  close(): Promise<void>;
}

/** Whether a message is of this era: its body says so, or, outside a session, its header does. */
export function isModern(exchange: Pick<PostedExchange, 'request' | 'message'>): boolean {
  const meta = metaOf(exchange.message);
  if (meta !== null && PROTOCOL_VERSION_META_KEY in meta) return true;
  const version = headerOf(exchange.request, 'mcp-protocol-version');
  const inSession = headerOf(exchange.request, 'mcp-session-id') !== null;
  // Versions are dates, so text order is time order.
  return !inSession && version !== null && version >= MODERN_VERSION;
}

function metaOf(message: Incoming): JsonObject | null {
  const params =
    message.kind === 'invalid'
      ? message.call?.params
      : message.kind === 'response'
        ? null
        : message.params;
  return isJsonObject(params) && isJsonObject(params._meta) ? params._meta : null;
}

/** What a request of this era says of its client. */
function modernEvidence(meta: JsonObject) {
  const version = meta[PROTOCOL_VERSION_META_KEY];
  return {
    clientInfo: meta[CLIENT_INFO_META_KEY],
    transportSession: null,
    protocolVersion: typeof version === 'string' ? version : null,
  };
}

/** Which request a call came in. A client without a session counts as one, for a while. */
function keyOf(exchange: PostedExchange, meta: JsonObject, id: RequestId): RequestKey {
  const { request, connection, body } = exchange;
  const bridge = bridgeOf(request);
  const scope =
    bridge === null
      ? `${connection.id}\n${JSON.stringify(meta[CLIENT_INFO_META_KEY] ?? null)}`
      : `${connection.id}\nstdio ${bridge.session}`;
  return requestKey(scope, id, body, bridge === null);
}

/** The headers that the SDK's checks read. */
const passedHeaders = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export function createModernRoute(options: ModernRouteOptions): ModernRoute {
  const { desk, gaps, onError } = options;
  const handler = createMcpHandler(options.makeServer, { legacy: 'reject', onerror: onError });
  const answering = new Set<Promise<void>>();

  const callOf = (
    exchange: PostedExchange,
    params: unknown,
    id: RequestId | null,
    signal: AbortSignal,
  ): ToolCall => {
    const meta = metaOf(exchange.message) ?? {};
    const request = id === null ? null : keyOf(exchange, meta, id);
    return receivedCall(exchange, { params, request, signal, evidence: modernEvidence }, gaps);
  };

  /** The SDK answers for envelopes and headers that are wrong; a call in good ones is ours to refuse. */
  const isSoundEnvelope = ({ request }: PostedExchange, raw: JsonObject): boolean => {
    const header = (name: string) => headerOf(request, name) ?? undefined;
    const version = header('mcp-protocol-version');
    const method = header('mcp-method');
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body: raw,
      ...(version === undefined ? {} : { protocolVersionHeader: version }),
      ...(method === undefined ? {} : { mcpMethodHeader: method }),
    });
    return outcome.kind === 'modern' && outcome.classification.revision === MODERN_VERSION;
  };

  return {
    async post(exchange) {
      const { request, response, message } = exchange;
      const gone = new AbortController();
      response.once('close', () => {
        // In this era a client cancels a call by leaving it.
        if (!response.writableFinished) gone.abort();
      });
      if (message.kind === 'invalid') {
        const call = callOf(exchange, message.call?.params, message.id, gone.signal);
        const answer = answerBody(await desk.serve(call), message.id);
        sendJson(response, statusOf(message.error), answer);
        return;
      }
      let { raw } = message;
      let call: ToolCall | null = null;
      if (message.kind === 'request' && message.method === 'tools/call') {
        call = callOf(exchange, message.params, message.id, gone.signal);
        const direct = isMalformed(call) || desk.passesOn(call.name);
        if (direct && isSoundEnvelope(exchange, raw)) {
          const stream = openAnswerStream(exchange, {});
          const answer = await desk.serve({ ...call, tell: stream.send }, true);
          stream.finish(answerBody(answer, message.id, '2026'));
          return;
        }
        raw = { ...raw, params: { ...message.params, arguments: call.arguments } };
      }
      const headers = new Headers();
      for (const name of passedHeaders) {
        const value = headerOf(request, name);
        if (value !== null) headers.set(name, value);
      }
      const web = new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers,
        signal: gone.signal,
      });
      const pass = call === null ? {} : { authInfo: passFor(call) };
      const answered = handler
        .fetch(web, { ...pass, parsedBody: raw })
        .then((answer) => sendWebAnswer(response, answer));
      if (call !== null) {
        // The SDK forgets what it has not answered when it is closed: a write would be done and never told.
        answering.add(answered);
        const over = () => answering.delete(answered);
        answered.then(over, over);
      }
      await answered;
    },
    toolsChanged: () => handler.notify.toolsChanged(),
    async close() {
      await Promise.race([Promise.allSettled(answering), sleep(lastAnswersMs)]);
      await handler.close();
    },
  };
}
