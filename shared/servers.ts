import { z } from 'zod';
import { effects } from './ledger.ts';
import { timeRangeSchema } from './time-range.ts';
import type { UpstreamState } from './upstream.ts';
import { type UpstreamConfig, upstreamConfigSchema, upstreamNameSchema } from './upstream.ts';

/** What a row keeps of a call's arguments: nothing, what identifies it, or (apart, with an end) all of it. */
export const captureLevels = ['digest', 'summary', 'full'] as const;
export type CaptureLevel = (typeof captureLevels)[number];

/** `ask`: a call waits until the person says yes; no answer is a refusal. */
export const toolPolicies = ['allow', 'deny', 'ask'] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

/** How a server is recorded and shown to clients. */
const serverOptions = {
  capture: z.enum(captureLevels),
  /** `all`: calls that only read leave a compact row as well. */
  record: z.enum(['writes', 'all']),
  /** Write tools get an optional `reason`, which is taken out before the call goes on. */
  add_reason: z.boolean(),
};

export const defaultServerOptions = {
  capture: 'summary',
  record: 'writes',
  add_reason: true,
} as const satisfies ServerOptions;
export interface ServerOptions {
  readonly capture: CaptureLevel;
  readonly record: 'writes' | 'all';
  readonly add_reason: boolean;
}

export const addServerSchema = z.strictObject({
  config: upstreamConfigSchema,
  options: z.strictObject(serverOptions).partial().default({}),
});
export type AddServer = z.input<typeof addServerSchema>;

export const changeServerSchema = z.strictObject({
  name: upstreamNameSchema,
  enabled: z.boolean().optional(),
  options: z.strictObject(serverOptions).partial().default({}),
});
export type ServerChange = z.input<typeof changeServerSchema>;

/** What the person decides of one tool; null: no decision of theirs. */
export const changeServerToolSchema = z.strictObject({
  server: upstreamNameSchema,
  tool: z.string().min(1).max(256),
  policy: z.enum(toolPolicies).optional(),
  effect: z.enum(effects).nullable().optional(),
});
export type ServerToolChange = z.input<typeof changeServerToolSchema>;

/** Why a tool is taken for what it is. */
export type EffectEvidence =
  /** `readOnlyHint: true`, and nothing contradicts it. */
  | 'declared'
  /** It claims to read, and its name or another hint says otherwise. */
  | 'contradicted'
  /** It says nothing: a write. */
  | 'unannotated'
  /** It says that it writes. */
  | 'declared-write'
  | 'person';

export interface ServerToolView {
  readonly name: string;
  /** As clients of all servers (`/mcp`) see it. */
  readonly advertised: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly effect: 'write' | 'read';
  readonly evidence: EffectEvidence;
  readonly policy: ToolPolicy;
}

/** A config for the eye: values of env and headers are masked, secrets in arguments and addresses too. */
export type ShownConfig = UpstreamConfig;

export interface ServerView {
  readonly name: string;
  readonly config: ShownConfig;
  readonly enabled: boolean;
  readonly options: ServerOptions;
  readonly state: UpstreamState;
  /** Where a client reaches it alone; null while nothing is served. */
  readonly url: string | null;
  /** Null: nobody has heard of its tools yet. */
  readonly tools: readonly ServerToolView[] | null;
  /** Its last lines of stderr, oldest first, secrets redacted. */
  readonly stderr: readonly string[];
}

export interface ServerTest {
  readonly ok: boolean;
  readonly says: string;
  readonly tools: number | null;
  readonly elapsed_ms: number;
}

export const statsSchema = z.strictObject({
  time: timeRangeSchema,
  /** Tools not used for so many days are listed as never used. */
  unused_days: z.int().min(1).max(3650).default(30),
});

/** Calls of one tool in a range; times in ms, null where no call has an elapsed time. */
export interface ToolStats {
  readonly server: string;
  readonly tool: string;
  readonly calls: number;
  readonly failures: number;
  readonly unknown: number;
  readonly p50_ms: number | null;
  readonly p95_ms: number | null;
  readonly p99_ms: number | null;
  /** In the whole ledger, not only in the range; null: never. */
  readonly last_ms: number | null;
}

export interface ToolLastUse {
  readonly server: string;
  readonly tool: string;
  /** In the whole ledger, whatever the range; null: never. */
  readonly last_ms: number | null;
}

export interface ServerStats {
  readonly since_ms: number | null;
  readonly until_ms: number | null;
  readonly tools: readonly ToolStats[];
  /** All tools that servers list, called in the range or not. Null: no server's tools are known. */
  readonly known: readonly ToolLastUse[] | null;
  /** Those of them that nobody called within `unused_days`. */
  readonly unused: readonly ToolLastUse[] | null;
}

/** A call that waits for the person. Text of the arguments is hostile, cut and redacted. */
export interface Approval {
  readonly approval_id: string;
  readonly server: string;
  readonly tool: string;
  readonly client: { readonly client_info: string; readonly client_name: string | null };
  readonly reason: string | null;
  /** Arguments for the eye, as indented JSON. */
  readonly arguments: string;
  readonly asked_ms: number;
  readonly expires_ms: number;
}

export const decideSchema = z.strictObject({
  approval_id: z.string().min(1).max(64),
  decision: z.enum(['allow', 'deny']),
  /** True: the tool's policy becomes that, too. */
  always: z.boolean().default(false),
});
