import { z } from 'zod';
import {
  type AddServer,
  type Approval,
  addServerSchema,
  changeServerSchema,
  changeServerToolSchema,
  decideSchema,
  type ServerChange,
  type ServerStats,
  type ServerTest,
  type ServerToolChange,
  type ServerView,
  statsSchema,
} from '../servers.ts';
import { upstreamNameSchema } from '../upstream.ts';
import { noArgs } from './arguments.ts';

const byName = z.strictObject({ name: upstreamNameSchema });

export const serversRequests = {
  'servers:list': noArgs,
  'servers:add': addServerSchema,
  'servers:change': changeServerSchema,
  'servers:tool': changeServerToolSchema,
  'servers:remove': byName,
  'servers:restart': byName,
  'servers:test': byName,
  'servers:stats': statsSchema,
  'approvals:list': noArgs,
  'approvals:decide': decideSchema,
} as const satisfies Record<string, z.ZodType>;

export interface ServersResults {
  'servers:list': readonly ServerView[];
  'servers:add': ServerView;
  'servers:change': ServerView;
  'servers:tool': ServerView;
  'servers:remove': null;
  'servers:restart': ServerView;
  'servers:test': ServerTest;
  'servers:stats': ServerStats;
  'approvals:list': readonly Approval[];
  /** False: it was decided already, or nobody waits any more. */
  'approvals:decide': { readonly decided: boolean };
}

export interface ServersPushes {
  /** A server was added, changed, removed, or is in another state. */
  'servers:changed': { readonly name: string };
  /** A call waits for the person, or waits no more. */
  'approvals:changed': { readonly waiting: number };
}

type Args<Name extends keyof typeof serversRequests> = z.input<(typeof serversRequests)[Name]>;

export interface ServersApi {
  list(): Promise<readonly ServerView[]>;
  add(server: AddServer): Promise<ServerView>;
  change(change: ServerChange): Promise<ServerView>;
  tool(change: ServerToolChange): Promise<ServerView>;
  remove(name: string): Promise<null>;
  restart(name: string): Promise<ServerView>;
  test(name: string): Promise<ServerTest>;
  stats(args: Args<'servers:stats'>): Promise<ServerStats>;
  onChanged(listener: (what: ServersPushes['servers:changed']) => void): () => void;
}

export interface ApprovalsApi {
  list(): Promise<readonly Approval[]>;
  decide(args: Args<'approvals:decide'>): Promise<ServersResults['approvals:decide']>;
  onChanged(listener: (what: ServersPushes['approvals:changed']) => void): () => void;
}
