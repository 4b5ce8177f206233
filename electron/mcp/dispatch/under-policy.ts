import { isJsonObject } from '../json-rpc.ts';
import type { AskedWrite, Policy } from '../policy.ts';
import { type Plan, planWrite } from './plan.ts';
import { toolError, type WriteCall } from './write-call.ts';

/** A plan that the person's policy was asked about, and what it was asked. */
export interface Decided {
  readonly plan: Plan;
  readonly asked: AskedWrite;
  /** Policy refused it: nothing was done, and a later repeat may be let through. */
  readonly byPolicy: boolean;
}

/**
 * Plans a call as policy has it. What a transport refused stays refused as it was.
 * @param policy null: nobody is kept from anything (a sample's own writes)
 */
export function decideWrite(call: WriteCall, policy: Policy | null): Decided {
  const pin = policy?.pinOf(call.caller) ?? null;
  const plan = planWrite(pin === null ? call : withNamespace(call, pin));
  const asked: AskedWrite = {
    caller: call.caller,
    effect: plan.row.effect ?? 'write',
    target: plan.target,
  };
  const refusal = call.refusal === null ? (policy?.refusalOf(asked) ?? null) : null;
  if (refusal === null) return { plan, asked, byPolicy: false };
  const refused: Plan = {
    ...plan,
    target: null,
    work: {
      kind: 'refuse',
      error_kind: 'refused',
      message: refusal.row,
      answer: toolError(refusal.agent),
    },
  };
  return { plan: refused, asked, byPolicy: true };
}

/** The call as if it had said the namespace that its connection is kept to. */
function withNamespace(call: WriteCall, namespace: string): WriteCall {
  const argument = call.tool?.namespaceArgument;
  const { arguments: args } = call;
  if (argument === undefined || !isJsonObject(args) || args[argument] !== undefined) return call;
  return { ...call, arguments: { ...args, [argument]: namespace } };
}
