import { type RpcError, rpcCode } from '../../mcp/json-rpc.ts';
import { wordsFor } from '../../mcp/tools/issues.ts';
import { rawMembers } from '../../wire/raw-json.ts';
import type { GatewayCall } from './gateway-desk.ts';

/** Why a call that is not sound is not carried out; the same words as in a row. */
export function errorOf(call: GatewayCall): RpcError {
  if (call.refusal !== null) return call.refusal.error;
  const message = `Invalid params: \`arguments\` must be an object, not ${wordsFor(call.arguments)}`;
  return { code: rpcCode.invalidParams, message };
}

/** Members of `params` that say what is called. */
const telling: ReadonlySet<string> = new Set(['name', 'arguments', '_meta']);

/**
 * The call, refused where its `params` could be read as another one: what is recorded and decided of must be
 * what the server runs. Parsers differ on a member that comes twice, and Go's take `Name` for `name`.
 */
export function withSoundParams(call: GatewayCall): GatewayCall {
  if (call.refusal !== null) return call;
  const seen = new Set<string>();
  for (const { key } of rawMembers(call.params)) {
    const lower = key.toLowerCase();
    const says = !telling.has(lower)
      ? null
      : key !== lower
        ? 'is spelled otherwise'
        : 'comes twice';
    if (says !== null && (key !== lower || seen.has(key))) {
      const message = `Invalid params: \`${lower}\` ${says}; nothing was called`;
      const error = { code: rpcCode.invalidParams, message };
      return { ...call, refusal: { error, kind: 'invalid', summary: {} } };
    }
    seen.add(key);
  }
  return call;
}
