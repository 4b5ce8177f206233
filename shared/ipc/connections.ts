import { z } from 'zod';
import type { ConnectEntry } from '../answers.ts';
import {
  type AddedConnection,
  addConnectionSchema,
  type ConnectionChange,
  type ConnectionView,
  changeConnectionSchema,
} from '../connections.ts';
import { noArgs } from './arguments.ts';

export const connectionsRequests = {
  'connect:entries': noArgs,
  'connections:list': noArgs,
  'connections:add': addConnectionSchema,
  'connections:change': changeConnectionSchema,
  'connections:revoke': z.strictObject({ client_id: z.string().min(1).max(128) }),
} as const satisfies Record<string, z.ZodType>;

export interface ConnectionsResults {
  'connect:entries': readonly ConnectEntry[];
  'connections:list': readonly ConnectionView[];
  'connections:add': AddedConnection;
  'connections:change': ConnectionView;
  'connections:revoke': ConnectionView;
}

export interface ConnectionsPushes {
  /** A connection was added, changed, revoked, or used for the first time. */
  'connections:changed': { readonly client_id: string };
}

export interface ConnectionsApi {
  list(): Promise<readonly ConnectionView[]>;
  add(name: string): Promise<AddedConnection>;
  change(change: ConnectionChange): Promise<ConnectionView>;
  revoke(clientId: string): Promise<ConnectionView>;
  onChanged(listener: (what: ConnectionsPushes['connections:changed']) => void): () => void;
}
