import { isId, type JsonRpcId } from './json-rpc.ts';

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];
const longestId = 512;

/** Finds the top-level `id` of a JSON object in passing, without keeping the object. */
export interface IdSkimmer {
  push(chunk: Uint8Array): void;
  /** The id, if the bytes so far held a usable one; else null. */
  id(): JsonRpcId | null;
  /** True where it has a `method`: then it is no answer. */
  isCall(): boolean;
}

/**
 * A message that is too long to keep still has a sender who waits for an answer under its id, and the
 * official client writes the id at the end of the line: so the line is skimmed while it is dropped.
 */
export function createIdSkimmer(): IdSkimmer {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let isObject = false;
  let expectsKey = false;
  let key = '';
  let value = '';
  let found: JsonRpcId | null = null;
  let hasMethod = false;

  const settle = (): void => {
    if (key === '"method"') hasMethod = true;
    if (key === '"id"') {
      try {
        const parsed: unknown = JSON.parse(value);
        if (isId(parsed)) found = parsed;
      } catch {
        // Not an id: the line is damaged as well as too long.
      }
    }
    key = '';
    value = '';
  };

  const keep = (byte: number): void => {
    if (depth !== 1 || !isObject) return;
    if (expectsKey) {
      if (key.length < 8) key += String.fromCharCode(byte);
    } else if (key === '"id"' && value.length < longestId) {
      value += String.fromCharCode(byte);
    }
  };

  const take = (byte: number): void => {
    if (inString) {
      keep(byte);
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      return;
    }
    switch (byte) {
      case quote:
        inString = true;
        keep(byte);
        return;
      case openBrace:
      case openBracket:
        depth += 1;
        if (depth === 1) {
          isObject = byte === openBrace;
          expectsKey = true;
        }
        return;
      case closeBrace:
      case closeBracket:
        if (depth === 1) settle();
        depth -= 1;
        return;
      case comma:
        if (depth === 1) {
          settle();
          expectsKey = true;
        }
        return;
      case colon:
        if (depth === 1) expectsKey = false;
        return;
      default:
        if (byte > 0x20) keep(byte);
    }
  };

  return {
    push(chunk) {
      for (const byte of chunk) take(byte);
    },
    id: () => found,
    isCall: () => hasMethod,
  };
}
