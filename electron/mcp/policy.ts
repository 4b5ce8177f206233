import type { Settings } from '../../shared/settings.ts';
import type { Caller } from '../audit/write-record.ts';
import type { ReadHandle } from '../db/handles.ts';
import { documentOf } from '../db/readers/document.ts';
import type { ConnectionFacts, ConnectionRegistry } from './connections.ts';
import type { HourCounts } from './hour-counts.ts';
import type { WriteTarget } from './tools/tool.ts';

/** A write that the one door is about to let through. */
export interface AskedWrite {
  readonly caller: Pick<Caller, 'client_id' | 'transport'>;
  readonly effect: 'write' | 'read';
  /** Null: its arguments are refused already, so that it would write nowhere. */
  readonly target: WriteTarget | null;
}

/** Why a write may not be done: for its row, and for the agent with what it is to do about it. */
export interface PolicyRefusal {
  readonly row: string;
  readonly agent: string;
}

/** What the person decided about writes. Asked by `dispatchWrite` alone. */
export interface Policy {
  /** Null: it may be done. */
  refusalOf(asked: AskedWrite): PolicyRefusal | null;
  /** Where writes of this caller go that do not say where; null: wherever the tool says. */
  pinOf(caller: AskedWrite['caller']): string | null;
  /** A write was let through; call what this returns once, with whether it left a row that counts. */
  begin(asked: AskedWrite): (counts: boolean) => void;
}

export interface PolicyOptions {
  readonly connections: Pick<ConnectionRegistry, 'find'>;
  readonly settings: () => Settings['policy'];
  readonly counts: HourCounts;
  readonly read: ReadHandle;
}

export function createPolicy({ connections, settings, counts, read }: PolicyOptions): Policy {
  /** Null: the person's own undo, or nobody's write: neither is a client's. */
  const connectionOf = ({ client_id, transport }: AskedWrite['caller']): ConnectionFacts | null =>
    client_id === null || transport === 'window' ? null : connections.find(client_id);

  /** Whether it would write outside of the namespace. What names no document fails by itself. */
  const isElsewhere = (target: WriteTarget, namespace: string): boolean => {
    switch (target.kind) {
      case 'namespace':
        return target.name !== namespace;
      case 'chunk': {
        const document = documentOf(read, target.chunk_id);
        return document !== undefined && document.namespace !== namespace;
      }
      case 'elsewhere':
        return true;
    }
  };

  return {
    refusalOf({ caller, effect, target }) {
      const connection = connectionOf(caller);
      if (connection === null || effect === 'read') return null;
      if (connection.revoked_ms !== null) return refusals.revoked;
      if (connection.paused_ms !== null) return refusals.paused(connection.name);
      if (settings().readOnly) return refusals.readOnly;
      const pin = connection.pinned_namespace;
      if (pin !== null && target !== null && isElsewhere(target, pin)) return refusals.pinned(pin);
      const limit = connection.writes_per_hour ?? settings().writesPerHour;
      if (limit === null) return null;
      const wait = counts.waitMs(connection.client_id, limit);
      return wait === 0 ? null : refusals.limited(limit, Math.ceil(wait / 60_000));
    },
    pinOf: (caller) => connectionOf(caller)?.pinned_namespace ?? null,
    begin({ caller, effect }) {
      const connection = connectionOf(caller);
      return connection === null || effect === 'read'
        ? () => undefined
        : counts.begin(connection.client_id);
    },
  };
}

/** An agent reads these: each says what happened, that nothing was written, and what to do now. */
const refusals = {
  revoked: {
    row: 'This connection was revoked',
    agent:
      'Nothing was written: the person took this connection back. Do not retry. Tell them what you wanted to write; they can make a new connection in Inkwatch.',
  },
  paused: (name: string): PolicyRefusal => ({
    row: 'This connection is paused',
    agent: `Nothing was written: this connection (“${name}”) was paused by the person. Do not retry. Tell them what you wanted to write, and ask them to resume it on the Clients page of Inkwatch.`,
  }),
  readOnly: {
    row: 'All writes are paused: Inkwatch is in read-only mode',
    agent:
      'Nothing was written: the person put Inkwatch into read-only mode. Do not retry. Tell them what you wanted to write, and ask them to end read-only mode in the settings of Inkwatch. Reading still works.',
  },
  pinned: (namespace: string): PolicyRefusal => ({
    row: `This connection writes to the namespace ${namespace} only`,
    agent: `Nothing was written: the person allows this connection to write to the namespace “${namespace}” only. Write there instead (give no namespace, or exactly this one), or ask the person. Do not retry elsewhere.`,
  }),
  limited: (limit: number, minutes: number): PolicyRefusal => {
    const [writes, wait] = [counted(limit, 'write'), counted(minutes, 'minute')];
    return {
      row: `Over the limit of ${writes} per hour`,
      agent: `Nothing was written: this connection may make ${writes} per hour, and has made them. Wait ${wait} before the next write, and do not retry before. If this was a loop, stop it; if the work needs more, ask the person to raise the limit in Inkwatch.`,
    };
  },
} as const;

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
