/** Values nested deeper than this count as one and the same value. */
export const canonicalDepth = 500;

/**
 * JSON with sorted keys and without white space: one text per value, for every value there is. What JSON
 * has no word for (undefined, NaN, functions) is `null`; own `__proto__` keys are keys like any other.
 */
export function canonicalJson(value: unknown, depth = 0): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      // -0 and 0 are one number in JSON.
      return Number.isFinite(value) ? String(value === 0 ? 0 : value) : 'null';
    case 'boolean':
      return String(value);
    case 'bigint':
      return `"${value}"`;
    case 'object':
      break;
    default:
      return 'null';
  }
  if (value === null) return 'null';
  if (depth >= canonicalDepth) return '"…"';
  if (Array.isArray(value)) {
    // `from` sees the holes that `map` leaves out.
    return `[${Array.from(value, (item) => canonicalJson(item, depth + 1)).join(',')}]`;
  }
  const group = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(group)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(group[key], depth + 1)}`);
  return `{${members.join(',')}}`;
}
