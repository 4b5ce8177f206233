import type { WriteFilter } from '../filter.ts';
import { partsOf } from './parts.ts';

/** The filter's one canonical text, on one line; `parseQuery` of it gives the same filter. Everything: ''. */
export function printQuery(filter: WriteFilter): string {
  return partsOf(filter)
    .map((part) => part.token)
    .join(' ');
}
