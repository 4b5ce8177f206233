import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ConnectionChange, HOME_CONNECTION } from '../../shared/connections.ts';
import { dbErrorWords } from '../db/errors.ts';
import type { WriteHandle } from '../db/handles.ts';
import type { ConnectionRow } from '../db/readers/connections.ts';
import { saveConnections } from '../db/writers/connections.ts';
import { usableName } from './connection-names.ts';

/** A way in: whoever shows its token. */
export interface Connection {
  /** What rows carry as `client_id`. */
  readonly id: string;
}

/** Whose a token is. */
export type Authenticated =
  | { readonly kind: 'known'; readonly connection: Connection }
  /** It was one, and a person took it back. */
  | { readonly kind: 'revoked' }
  | { readonly kind: 'unknown' };

export interface Connections {
  /** Compares with all of them, each in constant time. A token that is known was seen just now. */
  authenticate(token: string): Authenticated;
}

/** The connection that every home has. */
export const homeConnection: Connection = { id: HOME_CONNECTION };

/** A connection without what proves it. */
export type ConnectionFacts = Omit<ConnectionRow, 'token_hash'>;

export interface ConnectionRegistry extends Connections {
  /** Revoked ones too, oldest first. */
  all(): readonly ConnectionFacts[];
  find(id: string): ConnectionFacts | null;
  /** The token is in this answer and nowhere else. @throws Error in plain words */
  add(name: string): { readonly connection: ConnectionFacts; readonly token: string };
  /** @throws Error in plain words */
  change(change: ConnectionChange): ConnectionFacts;
  /** Its token opens nothing from now on. @throws Error in plain words */
  revoke(id: string): ConnectionFacts;
  /** The ledger could not be read before: what it holds and this process does not know yet. */
  take(rows: readonly ConnectionRow[]): void;
  /** Stores when connections were last seen. */
  close(): void;
}

export interface ConnectionRegistryOptions {
  /** As the ledger holds them. */
  readonly rows: readonly ConnectionRow[];
  /** Null: the ledger cannot be written. */
  readonly write: WriteHandle | null;
  /** The home's own, which is a file. */
  readonly homeToken: string;
  /** Added, changed, revoked, or used for the first time. */
  readonly onChanged: (id: string) => void;
  readonly onRevoked: (id: string) => void;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
}

/** The home's own connection, as a new ledger begins with it. */
const homeRow: ConnectionRow = {
  client_id: HOME_CONNECTION,
  name: 'This computer',
  token_hash: null,
  created_ms: 0,
  last_seen_ms: null,
  revoked_ms: null,
  paused_ms: null,
  pinned_namespace: null,
  writes_per_hour: null,
};

/** A call must not cost a write of its own to say when it came. */
const storeSeenMs = 30_000;

interface Live {
  row: ConnectionRow;
  readonly digest: Buffer;
  /** The ledger's row is older. */
  stale: boolean;
}

/** All connections of a home, in memory and in its ledger. */
export function openConnections(options: ConnectionRegistryOptions): ConnectionRegistry {
  const { write, onChanged } = options;
  const now = options.now ?? Date.now;
  const live = new Map<string, Live>();
  const keep = (row: ConnectionRow): void => {
    const digest =
      row.client_id === HOME_CONNECTION
        ? digestOf(options.homeToken)
        : Buffer.from(row.token_hash ?? '', 'hex');
    live.set(row.client_id, { row, digest, stale: false });
  };
  const rows = options.rows.some((row) => row.client_id === HOME_CONNECTION)
    ? options.rows
    : [homeRow, ...options.rows];
  for (const row of rows) keep(row);

  const store = (row: ConnectionRow): void => {
    if (write === null) throw new Error('The ledger cannot be written, so nothing was changed.');
    try {
      saveConnections(write, [row]);
    } catch (error) {
      throw new Error(`The ledger cannot be written now: ${dbErrorWords(error)}.`, {
        cause: error,
      });
    }
  };
  const required = (id: string): Live => {
    const known = live.get(id);
    if (known === undefined) throw new Error('There is no such connection.');
    if (known.row.revoked_ms !== null) throw new Error(`“${known.row.name}” was revoked.`);
    return known;
  };
  const storeSeen = (): void => {
    const stale = [...live.values()].filter((one) => one.stale);
    if (write === null || stale.length === 0) return;
    try {
      saveConnections(
        write,
        stale.map(({ row }) => row),
      );
      for (const one of stale) one.stale = false;
    } catch (error) {
      options.onError(error);
    }
  };
  const timer = setInterval(storeSeen, storeSeenMs);
  timer.unref();

  return {
    authenticate(token) {
      const given = digestOf(token);
      let found: Live | null = null;
      for (const one of live.values()) {
        if (one.digest.length === given.length && timingSafeEqual(one.digest, given)) found = one;
      }
      if (found === null) return { kind: 'unknown' };
      if (found.row.revoked_ms !== null) return { kind: 'revoked' };
      const first = found.row.last_seen_ms === null;
      found.row = { ...found.row, last_seen_ms: now() };
      found.stale = true;
      if (first) onChanged(found.row.client_id);
      return { kind: 'known', connection: { id: found.row.client_id } };
    },
    all: () => [...live.values()].map(({ row }) => factsOf(row)),
    find: (id) => {
      const known = live.get(id);
      return known === undefined ? null : factsOf(known.row);
    },
    add(given) {
      const name = usableName(given, null, rowsOf(live));
      const token = randomBytes(32).toString('base64url');
      const row: ConnectionRow = {
        ...homeRow,
        client_id: `c-${randomBytes(8).toString('hex')}`,
        name,
        token_hash: digestOf(token).toString('hex'),
        created_ms: now(),
      };
      store(row);
      keep(row);
      onChanged(row.client_id);
      return { connection: factsOf(row), token };
    },
    change(change) {
      const known = required(change.client_id);
      const { row } = known;
      const paused_ms = row.paused_ms ?? now();
      const next: ConnectionRow = {
        ...row,
        ...(change.name === undefined
          ? {}
          : { name: usableName(change.name, row.client_id, rowsOf(live)) }),
        ...(change.paused === undefined ? {} : { paused_ms: change.paused ? paused_ms : null }),
        ...(change.pinned_namespace === undefined
          ? {}
          : { pinned_namespace: change.pinned_namespace }),
        ...(change.writes_per_hour === undefined
          ? {}
          : { writes_per_hour: change.writes_per_hour }),
      };
      store(next);
      known.row = next;
      known.stale = false;
      onChanged(next.client_id);
      return factsOf(next);
    },
    revoke(id) {
      if (id === HOME_CONNECTION) {
        throw new Error(
          'The connection of this computer cannot be revoked, since its bridge uses it. Pause it instead.',
        );
      }
      const known = required(id);
      // Shut first: a ledger that cannot be written must not keep a token alive.
      known.row = { ...known.row, revoked_ms: now() };
      known.stale = true;
      options.onRevoked(id);
      onChanged(id);
      store(known.row);
      known.stale = false;
      return factsOf(known.row);
    },
    take(rows) {
      for (const row of rows) {
        const known = live.get(row.client_id);
        // Nothing was decided about it since the start: the ledger knows more.
        if (known === undefined || isUndecided(known.row)) keep(row);
        if (known === undefined) onChanged(row.client_id);
      }
    },
    close() {
      clearInterval(timer);
      storeSeen();
    },
  };
}

const rowsOf = (live: ReadonlyMap<string, Live>): readonly ConnectionRow[] =>
  [...live.values()].map(({ row }) => row);

const isUndecided = (row: ConnectionRow): boolean =>
  row.client_id === HOME_CONNECTION &&
  row.paused_ms === null &&
  row.pinned_namespace === null &&
  row.writes_per_hour === null;

function factsOf({ token_hash: _proof, ...facts }: ConnectionRow): ConnectionFacts {
  return facts;
}

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();
