import { limits } from '../../shared/ledger.ts';
import { cutCharacters, visibleLine } from '../../shared/text.ts';
import { isJsonObject, type JsonObject } from './json-rpc.ts';

/** Where clients say more about a call than the protocol asks for. */
interface KnownKey {
  readonly says: 'run' | 'turn' | 'call' | 'model';
  /** Member names from `_meta` inwards. */
  readonly path: readonly string[];
}

/**
 * Seen on the wire (Codex 0.171.0, Claude Code 2.1.197) or drafted in the protocol (aiInvocation). The
 * first key of a kind that holds text wins. Another client is one more line here.
 */
const knownKeys: readonly KnownKey[] = [
  { says: 'run', path: ['sessionId'] },
  { says: 'run', path: ['threadId'] },
  { says: 'run', path: ['x-codex-turn-metadata', 'session_id'] },
  { says: 'run', path: ['x-codex-turn-metadata', 'thread_id'] },
  { says: 'turn', path: ['x-codex-turn-metadata', 'turn_id'] },
  { says: 'turn', path: ['io.modelcontextprotocol/aiInvocation', 'turnId'] },
  { says: 'call', path: ['claudecode/toolUseId'] },
  { says: 'call', path: ['callId'] },
  { says: 'model', path: ['x-codex-turn-metadata', 'model'] },
  { says: 'model', path: ['io.modelcontextprotocol/aiInvocation', 'model'] },
];

/** The first known key of this kind, on one visible line of at most 128 characters; null: not said. */
export function saidInMeta(meta: JsonObject, says: KnownKey['says']): string | null {
  for (const key of knownKeys) {
    if (key.says !== says) continue;
    const text = oneLine(valueAt(meta, key.path));
    if (text !== null) return text;
  }
  return null;
}

/** Why the client writes, where it says so beside the arguments; null: not said. Not cut. */
export function reasonInMeta(meta: JsonObject): string | null {
  const value = valueAt(meta, ['io.modelcontextprotocol/aiInvocation', 'invocationReason', 'text']);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

const traceparent =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** The trace-id of a valid W3C `traceparent`; null: none, or not valid. */
export function traceIdOf(meta: JsonObject): string | null {
  const value = meta.traceparent;
  if (typeof value !== 'string') return null;
  const [, version, traceId, rest] = traceparent.exec(value) ?? [];
  // Version 00 ends with its flags; later ones may go on.
  if (traceId === undefined || (version === '00' && rest !== undefined)) return null;
  return traceId;
}

function valueAt(meta: JsonObject, path: readonly string[]): unknown {
  let value: unknown = meta;
  for (const name of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function oneLine(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = cutCharacters(visibleLine(cutCharacters(value, limits.runId * 4)), limits.runId);
  return text === '' ? null : text;
}
