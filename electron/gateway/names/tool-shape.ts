import { isRecord } from '../../wire/json-rpc.ts';

/**
 * Whether a tool can stand in a list with those of other servers. Some clients drop every tool for one
 * whose schema they do not take (case a12-schema-shapes).
 */
export type ToolShape =
  | { readonly kind: 'as-is' }
  /** `tool` says less than the upstream does, and still takes every call that the upstream takes. */
  | {
      readonly kind: 'loosened';
      readonly tool: Readonly<Record<string, unknown>>;
      readonly why: string;
    }
  | { readonly kind: 'held-back'; readonly why: string };

const combinators = ['anyOf', 'oneOf', 'allOf'] as const;
/** Deeper or wider than this a schema is not looked through, and is loosened as a whole. */
const [deepest, mostNodes] = [64, 20_000];

/** Looks at one element of a `tools/list` answer, as parsed. Never throws. */
export function toolShape(tool: unknown): ToolShape {
  if (!isRecord(tool) || typeof tool.name !== 'string') {
    return { kind: 'held-back', why: 'It has no name.' };
  }
  const input = tool.inputSchema;
  const type = isRecord(input) ? input.type : undefined;
  if (input !== undefined && (!isRecord(input) || (type !== undefined && type !== 'object'))) {
    return { kind: 'held-back', why: 'Its arguments are not described as an object.' };
  }
  const reasons: string[] = [];
  const inputSchema = looseInput(input, reasons);
  const { outputSchema, ...rest } = tool;
  const keepsOutput = outputSchema === undefined || isPlainObject(outputSchema);
  if (!keepsOutput) reasons.push('its output is not described as a plain object');
  if (reasons.length === 0) return { kind: 'as-is' };
  return {
    kind: 'loosened',
    tool: { ...rest, inputSchema, ...(keepsOutput ? given('outputSchema', outputSchema) : {}) },
    why: `Described more loosely than the server does: ${reasons.join('; ')}.`,
  };
}

const given = (key: string, value: unknown): Readonly<Record<string, unknown>> =>
  value === undefined ? {} : { [key]: value };

function isPlainObject(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    schema.type === 'object' &&
    combinators.every((word) => !Object.hasOwn(schema, word)) &&
    !refersElsewhere(schema)
  );
}

function looseInput(input: unknown, reasons: string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(input)) {
    reasons.push('it describes no arguments');
    return { type: 'object' };
  }
  if (refersElsewhere(input)) {
    reasons.push('its arguments are described at another address, or too deeply');
    return { type: 'object', ...namesOnly(input.properties) };
  }
  const used = combinators.filter((word) => Object.hasOwn(input, word));
  if (used.length === 0) {
    if (input.type === 'object') return input;
    reasons.push('its arguments have no type');
    return { type: 'object', ...input };
  }
  reasons.push(`its arguments are alternatives (${used.join(', ')})`);
  const branches = used.flatMap((word) => {
    const list = input[word];
    return Array.isArray(list) ? list.filter(isRecord) : [];
  });
  const properties = new Map<string, unknown>();
  for (const part of [...branches, input]) {
    if (!isRecord(part.properties)) continue;
    for (const key of Object.keys(part.properties)) {
      // What one branch says of it may be wrong in another: only its name is sure.
      properties.set(key, part === input ? part.properties[key] : {});
    }
  }
  const kept = Object.entries(input).filter(
    // `additionalProperties: false` saw the properties of one branch only.
    ([key]) => !['anyOf', 'oneOf', 'allOf', 'additionalProperties', 'properties'].includes(key),
  );
  return {
    ...Object.fromEntries(kept),
    type: 'object',
    properties: Object.fromEntries(properties),
  };
}

function namesOnly(properties: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(properties)) return {};
  return { properties: Object.fromEntries(Object.keys(properties).map((key) => [key, {}])) };
}

/** A `$ref` that does not stay in the schema, or more of it than is looked through. */
function refersElsewhere(schema: Readonly<Record<string, unknown>>): boolean {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: schema, depth: 0 }];
  for (let seen = 0; ; seen += 1) {
    const next = open.pop();
    if (next === undefined) return false;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > deepest || seen > mostNodes) return true;
    const ref = isRecord(next.value) ? (next.value.$ref ?? next.value.$dynamicRef) : undefined;
    if (typeof ref === 'string' && !ref.startsWith('#')) return true;
    for (const value of Object.values(next.value)) open.push({ value, depth: next.depth + 1 });
  }
}
