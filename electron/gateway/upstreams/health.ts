import type { UpstreamCondition, UpstreamKind, UpstreamState } from '../../../shared/upstream.ts';
import type { Eras } from './era.ts';

/** How a server is tried again; ms. Tests shorten them. */
export interface RetryLimits {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Lives that were no use, in a row, after which a command is not started again. */
  readonly mostFailures: number;
  /** A life this long, or with this many answers, was of use. */
  readonly usefulMs: number;
  readonly usefulAnswers: number;
  /** How long a trouble is shown when nothing more is heard. */
  readonly troubleMs: number;
}

export const usualRetries: RetryLimits = {
  firstMs: 500,
  longestMs: 30_000,
  mostFailures: 5,
  usefulMs: 30_000,
  usefulAnswers: 20,
  troubleMs: 60_000,
};

/** A trouble stays in sight at least this long, ms, though answers come. */
const leastTroubleMs = 5000;

export type MayOpen =
  | { readonly kind: 'now' }
  | { readonly kind: 'wait'; readonly ms: number; readonly why: string }
  | { readonly kind: 'never'; readonly why: string };

/** How one server stands, over all connections to it, and when it may be tried again. */
export interface Health {
  state(): UpstreamState;
  /** Which eras it was seen to speak. */
  readonly eras: Eras;
  mayOpen(): MayOpen;
  opening(): void;
  opened(what: Opened): void;
  /** It could not be opened. */
  failed(why: string): void;
  /** A connection ended by itself. */
  ended(why: string, life: Life): void;
  /** A connection was closed here. */
  closed(pid: number | null): void;
  /** An attempt to open was given up here. */
  gaveUp(): void;
  trouble(why: string): void;
  fine(): void;
  /** Nothing opens it until `allow`. */
  forbid(why: string): void;
  /** Forgets failures: a person asked for it. */
  allow(): void;
}

export interface Opened {
  readonly version: string;
  readonly server: UpstreamState['server'];
  readonly pid: number | null;
}

export interface Life {
  readonly pid: number | null;
  readonly ms: number;
  readonly answers: number;
}

export interface HealthOptions {
  readonly name: string;
  readonly kind: UpstreamKind;
  readonly retries: RetryLimits;
  readonly onChange: (state: UpstreamState) => void;
  readonly random?: () => number;
}

export function createHealth(options: HealthOptions): Health {
  const { name, kind, retries, random = Math.random } = options;
  const eras: Eras = { legacy: null, modern: null };
  const pids = new Set<number>();
  let sessions = 0;
  let openings = 0;
  let failures = 0;
  let restarts = 0;
  let wasOpen = false;
  let forbidden: string | null = null;
  let failure: { readonly why: string; readonly retryAt: number | null } | null = null;
  let trouble: {
    readonly why: string;
    readonly at: number;
    readonly timer: NodeJS.Timeout;
  } | null = null;
  let known: Opened | null = null;
  let since = Date.now();
  let last: UpstreamState | null = null;

  const condition = (): readonly [UpstreamCondition, string] => {
    if (sessions > 0) return trouble === null ? ['ready', ''] : ['degraded', trouble.why];
    if (openings > 0) return ['starting', failure?.why ?? ''];
    if (forbidden !== null) return ['stopped', forbidden];
    if (failure !== null) return ['down', failure.why];
    return ['stopped', ''];
  };

  const look = (): UpstreamState => {
    const [state, why] = condition();
    return {
      name,
      kind,
      state,
      why,
      since_ms: since,
      retry_ms: state === 'down' ? (failure?.retryAt ?? null) : null,
      pids: [...pids],
      sessions,
      server: known?.server ?? null,
      protocol_version: known?.version ?? null,
      restarts,
    };
  };

  const tell = (): void => {
    const before = last;
    if (before !== null && before.state !== look().state) since = Date.now();
    const now = look();
    last = now;
    if (JSON.stringify(before) !== JSON.stringify(now)) options.onChange(now);
  };
  last = look();

  const calm = (): void => {
    if (trouble === null) return;
    clearTimeout(trouble.timer);
    trouble = null;
    tell();
  };

  const fail = (why: string): void => {
    failures += 1;
    // An address costs nothing to ask again; a command that ends each time costs a process each time.
    if (kind === 'stdio' && failures >= retries.mostFailures) {
      const words = `${why}. It ended ${failures} times in a row and is not started again by itself`;
      failure = { why: words, retryAt: null };
      return;
    }
    const delay = Math.min(retries.firstMs * 2 ** (failures - 1), retries.longestMs);
    // Spread, so that servers that fell together do not rise together.
    failure = { why, retryAt: Date.now() + delay * (0.75 + random() / 2) };
  };

  return {
    state: look,
    eras,
    mayOpen() {
      if (forbidden !== null) return { kind: 'never', why: forbidden };
      if (failure === null || sessions > 0) return { kind: 'now' };
      const { why, retryAt } = failure;
      if (retryAt === null) return { kind: 'never', why };
      const ms = retryAt - Date.now();
      return ms <= 0 ? { kind: 'now' } : { kind: 'wait', ms, why };
    },
    opening() {
      openings += 1;
      tell();
    },
    opened(what) {
      openings -= 1;
      sessions += 1;
      if (wasOpen && failure !== null) restarts += 1;
      wasOpen = true;
      failure = null;
      known = what;
      if (what.pid !== null) pids.add(what.pid);
      tell();
    },
    failed(why) {
      openings -= 1;
      fail(why);
      tell();
    },
    ended(why, life) {
      sessions -= 1;
      if (life.pid !== null) pids.delete(life.pid);
      if (life.ms >= retries.usefulMs || life.answers >= retries.usefulAnswers) failures = 0;
      fail(why);
      tell();
    },
    closed(pid) {
      sessions -= 1;
      if (pid !== null) pids.delete(pid);
      tell();
    },
    gaveUp() {
      openings -= 1;
      tell();
    },
    trouble(why) {
      if (trouble !== null) clearTimeout(trouble.timer);
      const timer = setTimeout(calm, retries.troubleMs);
      timer.unref();
      trouble = { why, at: performance.now(), timer };
      tell();
    },
    fine() {
      if (trouble !== null && performance.now() - trouble.at > leastTroubleMs) calm();
    },
    forbid(why) {
      forbidden = why;
      failures = 0;
      failure = null;
      tell();
    },
    allow() {
      forbidden = null;
      failures = 0;
      failure = null;
      tell();
    },
  };
}
