import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** The arguments without `reason`: why something was written again does not make it other content. */
function withoutReason(args: unknown): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args;
  if (!Object.hasOwn(args, 'reason')) return args;
  // Entries, not a spread: an own `__proto__` key must stay one.
  return Object.fromEntries(Object.entries(args).filter(([key]) => key !== 'reason'));
}

/** `args_digest`: says whether contents recur, and nothing else to anyone without the ledger's key. */
export function argumentsDigest(key: KeyObject, args: unknown): string {
  return createHmac('sha256', key)
    .update(canonicalJson(withoutReason(args)))
    .digest('hex');
}

/** The ledger's key (hex, from `ledger_facts`), ready to use; the last one is kept. */
export function digestKeys(): (hex: string) => KeyObject {
  let last: { readonly hex: string; readonly key: KeyObject } | null = null;
  return (hex) => {
    if (last?.hex !== hex) last = { hex, key: createSecretKey(Buffer.from(hex, 'hex')) };
    return last.key;
  };
}
