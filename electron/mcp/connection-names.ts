import { connectionNameKey as keyOf } from '../../shared/connections.ts';
import { visibleLine } from '../../shared/text.ts';
import type { ConnectionRow } from '../db/readers/connections.ts';

const longest = 64;

/**
 * A connection's name as it may be kept: one visible line that no other connection in use has.
 * @param id of the connection that is renamed; null: a new one
 * @throws Error in plain words
 */
export function usableName(
  given: string,
  id: string | null,
  rows: readonly Pick<ConnectionRow, 'client_id' | 'name' | 'revoked_ms'>[],
): string {
  const name = visibleLine(given).trim();
  if (name === '' || name.length > longest) {
    throw new Error(`A connection’s name has 1 to ${longest} visible characters.`);
  }
  const others = rows.filter((row) => row.client_id !== id);
  const taken = others.some((row) => row.revoked_ms === null && keyOf(row.name) === keyOf(name));
  if (taken) throw new Error(`There is a connection “${name}” already.`);
  // Commands take a name or an id.
  if (others.some((row) => row.client_id === name)) {
    throw new Error(`“${name}” is the id of another connection.`);
  }
  return name;
}
