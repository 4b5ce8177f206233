import type { Effect } from '../../../shared/ledger.ts';
import type { CaptureLevel, ToolPolicy } from '../../../shared/servers.ts';
import type { ReadHandle } from '../handles.ts';

/** A server as it is stored. `config` is JSON text; its env and headers refer to the secret store. */
export interface StoredUpstream {
  readonly name: string;
  readonly config: string;
  readonly capture: CaptureLevel;
  readonly record: 'writes' | 'all';
  readonly add_reason: boolean;
  readonly added_ms: number;
}

/** What the person decided of one tool; `effect` null: they did not. */
export interface StoredToolChoice {
  readonly server: string;
  readonly tool: string;
  readonly policy: ToolPolicy;
  readonly effect: Effect | null;
}

/** Every server, by name. */
export function storedUpstreams(db: ReadHandle): readonly StoredUpstream[] {
  return db
    .all<Omit<StoredUpstream, 'add_reason'> & { readonly add_reason: 0 | 1 }>(
      'SELECT name, config, capture, record, add_reason, added_ms FROM upstreams ORDER BY name',
    )
    .map((row) => ({ ...row, add_reason: row.add_reason === 1 }));
}

export function storedToolChoices(db: ReadHandle): readonly StoredToolChoice[] {
  return db.all<StoredToolChoice>(
    'SELECT server, tool, policy, effect FROM upstream_tools ORDER BY server, tool',
  );
}
