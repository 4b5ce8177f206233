import {
  clientFamilies,
  clientInfoOf,
  clientKeyName,
  clientKeyOf,
  UNKNOWN_CLIENT,
} from '../client-names.ts';

/** A client that the ledger holds: its filter value and the name a person reads. */
export interface KnownClient {
  readonly value: string;
  readonly label: string;
}

const isFamilyKey = (value: string): boolean =>
  clientFamilies.some((family) => family.key === value);

/**
 * True where a value means itself whoever reads it: a family's key or a `client_info` of our making.
 * Anything else could be somebody's name for a client, so the printer marks it as exact.
 */
export function isClientValue(value: string): boolean {
  return isFamilyKey(value) || value === UNKNOWN_CLIENT || value.startsWith(`${UNKNOWN_CLIENT}:`);
}

/**
 * The filter values that a typed client means: its value, its name ("Claude Desktop", "claude-ai"), or
 * the first word of several names ("claude" is Claude Desktop and Claude Code). A name that nobody
 * knows stays as it was typed.
 */
export function clientValuesOf(typed: string, known: readonly KnownClient[]): readonly string[] {
  if (isClientValue(typed)) return [typed];
  const name = typed.trim().toLowerCase();
  const families = clientFamilies.filter((family) => family.name.toLowerCase() === name);
  if (families.length > 0) return families.map((family) => family.key);
  const key = clientKeyOf(clientInfoOf(typed));
  if (isFamilyKey(key)) return [key];
  if (name === clientKeyName(UNKNOWN_CLIENT).toLowerCase()) return [UNKNOWN_CLIENT];
  const makers = clientFamilies.filter((family) => firstWord(family.name) === name);
  const exact = known.filter(
    ({ value, label }) =>
      value === typed ||
      label.trim().toLowerCase() === name ||
      // Names without a Latin letter all become `mcp`: that is no match.
      (value === key && key !== UNKNOWN_CLIENT),
  );
  const values = [...makers.map((family) => family.key), ...exact.map(({ value }) => value)];
  return values.length > 0 ? [...new Set(values)] : [typed];
}

function firstWord(name: string): string {
  return /^\w+/.exec(name.toLowerCase())?.[0] ?? '';
}
