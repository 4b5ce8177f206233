import { errorAnswer, isId, isRecord, parseRecord, rpcCodes } from '../wire/json-rpc.ts';
import { clientKey, gatewayName } from '../wire/mcp-headers.ts';

const message =
  'Inkwatch cannot be a server behind itself: add the servers that are to stand behind it';

/**
 * For a bridge that a gateway started: the answer to a gateway that asks for itself, as JSON text; null: a client
 * asks, such as an agent that is a server as well. What a command leads to shows only when it runs.
 */
export function refusedLoop(line: Buffer): string | null {
  const value = parseRecord(line.toString('utf8'));
  if (value === null || !isId(value.id) || !isRecord(value.params)) return null;
  const { clientInfo, _meta } = value.params;
  const who =
    value.method === 'initialize' ? clientInfo : isRecord(_meta) ? _meta[clientKey] : null;
  if (!isRecord(who) || who.name !== gatewayName) return null;
  return errorAnswer(value.id, rpcCodes.invalid, message);
}
