import type { CoreReads } from '../../db/reads.ts';
import type { RequestHandlers } from '../requests.ts';

/** The Runs page: both reads run in a worker. */
export function runsHandlers(reads: CoreReads): RequestHandlers<'runs:page' | 'runs:writes'> {
  return {
    'runs:page': ({ filter, limit, before }) => reads.runs(filter, limit, before),
    'runs:writes': ({ session_id, limit, after }) => reads.runWrites(session_id, limit, after),
  };
}
