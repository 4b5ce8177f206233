import { clientInfoOf, saidByClient } from '../../shared/client-names.ts';
import type { TransportKind } from '../../shared/ledger.ts';
import type { Caller } from '../audit/write-record.ts';
import type { Connection } from './connections.ts';
import { isJsonObject, type JsonObject } from './json-rpc.ts';
import { saidInMeta, traceIdOf } from './known-meta.ts';
import type { GapRuns } from './runs.ts';

/** What one call came with, in either era and over any transport. */
export interface CallEvidence {
  readonly connection: Connection;
  /** The client's own words about itself: `clientInfo` of `initialize`, or of this request's `_meta`. */
  readonly clientInfo: unknown;
  /** What a person called the client where they set it up; for a client that says no name. */
  readonly givenName?: string | null;
  readonly meta: JsonObject;
  /** Null over HTTP in the era without sessions. */
  readonly transportSession: string | null;
  readonly protocolVersion: string | null;
  readonly transport: TransportKind;
  readonly nowMs: number;
}

/** Names under which proxies try whether a server is there; no client of a person is called so. */
const probeNames: ReadonlySet<string> = new Set(['mcp-remote-fallback-test']);

/** Who made a call: the only place where names, runs and their like are decided. Never throws. */
export function identify(evidence: CallEvidence, gaps: GapRuns): Caller {
  const { connection, meta } = evidence;
  const said = isJsonObject(evidence.clientInfo) ? evidence.clientInfo : {};
  const saidName = saidByClient(said.name);
  const known = saidName !== null && probeNames.has(saidName) ? null : saidName;
  const client_name = known ?? saidByClient(evidence.givenName ?? null);
  const client_version = saidByClient(said.version);
  const client_info = clientInfoOf(client_name);
  return {
    client_info,
    client_name,
    client_version,
    client_id: connection.id,
    ...runOf(evidence, `${connection.id}\n${client_info}\n${client_version ?? ''}`, gaps),
    turn_id: saidInMeta(meta, 'turn'),
    call_id: saidInMeta(meta, 'call'),
    model: saidInMeta(meta, 'model'),
    transport: evidence.transport,
    protocol_version: evidence.protocolVersion,
  };
}

/** Strongest evidence first: the client's own run, its trace, the transport's session, the gaps between calls. */
function runOf(
  evidence: CallEvidence,
  client: string,
  gaps: GapRuns,
): Pick<Caller, 'session_id' | 'session_kind'> {
  const own = saidInMeta(evidence.meta, 'run');
  if (own !== null) return { session_id: own, session_kind: 'client' };
  const trace = traceIdOf(evidence.meta);
  if (trace !== null) return { session_id: trace, session_kind: 'trace' };
  if (evidence.transportSession !== null) {
    return { session_id: evidence.transportSession, session_kind: 'transport' };
  }
  return { session_id: gaps.of(client, evidence.nowMs), session_kind: 'gap' };
}
