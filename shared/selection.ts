import type { FacetValue } from './answers.ts';

/** What a set of writes has in it. */
export interface SelectionSummary {
  readonly writes: number;
  readonly clients: readonly FacetValue[];
  readonly tools: readonly FacetValue[];
  readonly outcomes: readonly FacetValue[];
  /** Null: no write. */
  readonly first_ms: number | null;
  readonly last_ms: number | null;
  readonly flagged: number;
  readonly reviewed: number;
}
