import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { clientInfoOf } from '../../../shared/client-names.ts';
import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import { rpcCode } from '../json-rpc.ts';
import type { CallDesk } from '../tool-call.ts';
import { headerOf } from './exchange.ts';
import type { Refusal } from './guards.ts';

/** What a person reads as the tool of such a row. */
const what = 'endpoint.access';
const pauseMs = 60_000;
const longest = 200;

/**
 * Notes in the ledger that a request came from elsewhere, a web page most likely (case g01): one refused
 * row per minute at most, which says how many came before it unnoted, so that nobody can fill the ledger.
 */
export function createStrangerNote(desk: CallDesk, clock: () => number = () => performance.now()) {
  let notedAt = Number.NEGATIVE_INFINITY;
  let unnoted = 0;
  const session_id = randomUUID();
  return (request: IncomingMessage, refusal: Refusal): void => {
    if (clock() - notedAt < pauseMs) {
      unnoted += 1;
      return;
    }
    const summary = {
      method: request.method ?? '',
      host: shown(headerOf(request, 'host')),
      origin: shown(headerOf(request, 'origin')),
      more_since_last: unnoted,
    };
    notedAt = clock();
    unnoted = 0;
    void desk.serve({
      name: what,
      // Never read.
      arguments: undefined,
      meta: {},
      refusal: {
        error: { code: rpcCode.transport, message: refusal.message },
        kind: 'refused',
        summary,
      },
      request: null,
      signal: null,
      receivedMs: Date.now(),
      size: 0,
      caller: () => ({
        client_info: clientInfoOf(null),
        client_name: null,
        client_version: null,
        client_id: null,
        session_id,
        session_kind: 'gap',
        turn_id: null,
        call_id: null,
        model: null,
        transport: 'http',
        protocol_version: null,
      }),
    });
  };
}

function shown(header: string | null): string | null {
  return header === null ? null : visibleLine(cutCharacters(header, longest));
}
