import { isRecord } from '../../wire/json-rpc.ts';
import { rawMembers } from '../../wire/raw-json.ts';

const name = 'reason';

/** Words of a schema after which one more property may be forbidden, or mean something already. */
const limiting = [
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'additionalProperties',
  'maxProperties',
  'enum',
  'const',
] as const;

const description =
  'Optional. One short sentence: why you are making this change. It is shown to the person beside the write and not sent to the server.';

/**
 * Whether a write tool is offered with a `reason` of ours.
 * - `added`: yes; whoever calls it has it stripped again;
 * - `own`: the upstream has its own, which is none of ours to read or strip;
 * - `closed`: one more property is forbidden, or could mean something to the upstream;
 * - `off`: it is a read, or the person wants none.
 */
export type ReasonPlan = 'added' | 'own' | 'closed' | 'off';

/**
 * @param inputSchema As the upstream lists it, parsed. A schema that says anything of other properties,
 *   also that all are welcome, counts as closed: a map takes `reason` for an entry.
 */
export function reasonPlan(
  inputSchema: unknown,
  call: { readonly isWrite: boolean; readonly wanted: boolean },
): ReasonPlan {
  const properties = isRecord(inputSchema) ? inputSchema.properties : null;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return 'own';
  if (isRecord(inputSchema) && namesReason(inputSchema.required)) return 'own';
  if (!call.isWrite || !call.wanted) return 'off';
  if (!isRecord(inputSchema) || inputSchema.type !== 'object') return 'closed';
  if (properties !== undefined && !isRecord(properties)) return 'closed';
  return limiting.some((word) => Object.hasOwn(inputSchema, word)) ? 'closed' : 'added';
}

const namesReason = (required: unknown): boolean =>
  Array.isArray(required) && required.includes(name);

/** The schema with our optional `reason` as its last property. Only for a plan of `added`. */
export function withReason(
  inputSchema: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const properties = isRecord(inputSchema.properties) ? inputSchema.properties : {};
  const entries = [...Object.entries(properties), [name, { type: 'string', description }] as const];
  return { ...inputSchema, properties: Object.fromEntries(entries) };
}

export interface StrippedReason {
  /** The arguments' JSON text without `reason`; every other byte is as it was. */
  readonly args: string;
  /** What it said; null: nothing, or no text. */
  readonly reason: string | null;
}

/**
 * Takes `reason` out of the JSON text of a call's arguments, also where it comes twice or is spelled with
 * escapes, and leaves everything else to the byte: numbers beyond 2^53, order, escapes, white space.
 * @param raw Valid JSON text of an object.
 */
export function stripReason(raw: string): StrippedReason {
  // Most calls give none: no need to walk a text of megabytes.
  if (!raw.includes('"reason"') && !raw.includes('\\u')) return { args: raw, reason: null };
  const members = rawMembers(raw);
  const said = members.findLast(({ key }) => key === name);
  if (said === undefined) return { args: raw, reason: null };
  const lastKept = members.findLastIndex(({ key }) => key !== name);
  const parts: string[] = [];
  let done = 0;
  for (const [at, member] of members.entries()) {
    if (at > lastKept) break;
    if (member.key !== name) continue;
    // With the comma behind it, up to the next key.
    parts.push(raw.slice(done, member.keyStart));
    done = members[at + 1]?.keyStart ?? member.end;
  }
  const end = members.at(-1)?.end ?? done;
  const kept = members[lastKept]?.end ?? members[0]?.keyStart ?? done;
  // Those behind the last one that stays go with the comma before them.
  if (lastKept < members.length - 1) {
    parts.push(raw.slice(done, kept));
    done = end;
  }
  return {
    args: parts.join('') + raw.slice(done),
    reason: textOf(raw.slice(said.start, said.end)),
  };
}

function textOf(value: string): string | null {
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'string' ? parsed : null;
}
