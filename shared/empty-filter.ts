import type { WriteFilter } from './filter.ts';

/** Everything. In a file of its own, so that a start need not read the schemas to ask for it. */
export const emptyFilter: WriteFilter = {
  time: { kind: 'all' },
  client: { only: [], hide: [] },
  connection: { only: [], hide: [] },
  tool: { only: [], hide: [] },
  server: { only: [], hide: [] },
  namespace: { only: [], hide: [] },
  outcome: { only: [], hide: [] },
  effect: { only: [], hide: [] },
  mark: { only: [], hide: [] },
  text: '',
  run: null,
  burst: null,
};
