import { z } from 'zod';

/** What a server behind the gateway is called: it is a part of its address (`/mcp/<name>`). */
export const upstreamNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  message: 'A server is named with 1 to 64 of the letters A-Z, a-z, the digits, _ and -.',
});

const text = z.string().max(32_768);

const common = {
  name: upstreamNameSchema,
  enabled: z.boolean().default(true),
  /** How long it may take until it answers the first message, ms. `npx` may have to download it first. */
  connectTimeoutMs: z.int().min(100).max(600_000).default(60_000),
  /** How long a call may take without an answer or progress, ms. */
  callTimeoutMs: z
    .int()
    .min(100)
    .max(24 * 3_600_000)
    .default(300_000),
  /** Largest single message that is taken from it, bytes. */
  messageLimitBytes: z
    .int()
    .min(10_000)
    .max(512_000_000)
    .default(32 * 1024 * 1024),
};

const address = z.url({ protocol: /^https?$/ }).max(8192);
const headers = z
  .record(z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/), text.regex(/^[^\r\n\0]*$/))
  .default({});

/** A server as a person configured it. Values in `env` and `headers` may be secret: never show or log them. */
export const upstreamConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('stdio'),
    command: z.string().min(1).max(4096),
    args: z.array(text).max(1000).default([]),
    env: z.record(z.string().regex(/^[^=\0]{1,256}$/), text).default({}),
    /** Null: the person's home folder. */
    cwd: z.string().max(4096).nullable().default(null),
  }),
  z.strictObject({ ...common, kind: z.literal('http'), url: address, headers }),
  /** The older transport of 2024-11-05: a stream to read, another address to post to. */
  z.strictObject({ ...common, kind: z.literal('sse'), url: address, headers }),
]);
export type UpstreamConfig = Readonly<z.infer<typeof upstreamConfigSchema>>;
export type UpstreamKind = UpstreamConfig['kind'];

/**
 * - `stopped`: nobody asked for it yet, or a person stopped or disabled it;
 * - `starting`: being opened for the first time or again;
 * - `ready`: it answers;
 * - `degraded`: it is there, but not as it should be;
 * - `down`: it cannot be reached, or ended by itself.
 */
export type UpstreamCondition = 'stopped' | 'starting' | 'ready' | 'degraded' | 'down';

export interface UpstreamState {
  readonly name: string;
  readonly kind: UpstreamKind;
  readonly state: UpstreamCondition;
  /** In words, with secrets redacted; empty where there is nothing to say. */
  readonly why: string;
  /** Since when it is in this state, ms since 1970. */
  readonly since_ms: number;
  /** When it is tried again, ms since 1970; null: not by itself. */
  readonly retry_ms: number | null;
  /** Process ids of its running instances: one for all, and one for each client session of its own. */
  readonly pids: readonly number[];
  /** Open connections to it. */
  readonly sessions: number;
  /** What it says of itself; null: nothing yet. */
  readonly server: { readonly name: string; readonly version: string } | null;
  readonly protocol_version: string | null;
  /** How often it was opened again after it failed or ended by itself. */
  readonly restarts: number;
}
