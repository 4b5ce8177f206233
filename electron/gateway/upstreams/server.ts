import type { UpstreamConfig, UpstreamState } from '../../../shared/upstream.ts';
import type { UpstreamMessage } from './answers.ts';
import type { Hello } from './era.ts';
import { createHealth } from './health.ts';
import { knownSecrets, withoutSecrets } from './known-secrets.ts';
import { UpstreamError } from './link.ts';
import { createNotes, type NoteLine } from './notes.ts';
import { createOpenChannel, type OpenChannel } from './open-channel.ts';
import type { Processes } from './processes.ts';
import { createSeat, type Seat, type UpstreamSession } from './seat.ts';
import { nobodyHere } from './session.ts';
import { createSetUp, type SetUp } from './set-up.ts';
import type { UpstreamLimits } from './upstreams.ts';

/** One server with all connections to it. */
export interface Server {
  readonly config: UpstreamConfig;
  state(): UpstreamState;
  notes(): readonly NoteLine[];
  /** Opens the shared session in the background. */
  start(): void;
  shared(): UpstreamSession;
  open(hello: Hello, setUp: SetUp, onMessage: (message: UpstreamMessage) => void): Seat;
  /** Ends all sessions and lets none open until `allow`. */
  stop(why: string): Promise<void>;
  allow(): void;
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly config: UpstreamConfig;
  readonly hello: Hello;
  readonly limits: Omit<UpstreamLimits, 'grace'>;
  readonly processes: Processes;
  readonly reveal: (config: UpstreamConfig) => Promise<UpstreamConfig>;
  readonly redact: (text: string) => string;
  readonly ownMark: string | null;
  readonly onState: (state: UpstreamState) => void;
  readonly onShared: (message: UpstreamMessage) => void;
}

const disabled = 'It is disabled';

export function createServer(options: ServerOptions): Server {
  const { config, limits, processes } = options;
  const { name, kind } = config;
  const seats = new Set<Seat>();
  let common: Seat | null = null;
  let isOver = false;
  let secrets = knownSecrets(config);

  const redact = (text: string): string => options.redact(withoutSecrets(text, secrets));
  const notes = createNotes({
    redact,
    longestSecret: () => secrets[0]?.length ?? 0,
  });
  const health = createHealth({
    name,
    kind,
    retries: limits.retries,
    onChange: (state) => {
      if (!isOver) options.onState(state);
    },
  });
  if (!config.enabled) health.forbid(disabled);

  // Connections of one address are kept together; made when the secrets are known.
  let opener: { readonly for: string; readonly channel: OpenChannel } | null = null;
  const channel: OpenChannel = {
    mayBeOlder: kind === 'http',
    async open(events, older) {
      const revealed = await options.reveal(config);
      secrets = knownSecrets(revealed);
      const key = JSON.stringify(revealed);
      if (opener?.for !== key) {
        opener = {
          for: key,
          channel: createOpenChannel({
            config: revealed,
            processes,
            notes,
            redact,
            ownMark: options.ownMark,
          }),
        };
      }
      return opener.channel.open(events, older);
    },
    close() {
      opener?.channel.close();
      opener = null;
    },
  };

  const seat = (
    hello: Hello,
    setUp: SetUp,
    onMessage: (message: UpstreamMessage) => void,
    isShared: boolean,
  ): Seat => {
    const made: Seat = createSeat({
      hello,
      setUp,
      health,
      channel,
      connectTimeoutMs: config.connectTimeoutMs,
      callTimeoutMs: config.callTimeoutMs,
      onMessage,
      lastNote: notes.last,
      redact,
      isShared,
      onClosed: () => seats.delete(made),
    });
    return made;
  };

  const onSharedMessage = (message: UpstreamMessage): void => {
    // Whose sampling, roots or answers would it be? No client stands behind this session.
    if (message.kind === 'request') message.respond('error', nobodyHere);
    else options.onShared(message);
  };

  const endAll = async (): Promise<void> => {
    const all = [...seats, ...(common === null ? [] : [common])];
    common = null;
    seats.clear();
    await Promise.all(all.map((one) => one.close()));
    channel.close();
  };

  const shared = (): UpstreamSession => {
    common ??= seat(options.hello, createSetUp(true), onSharedMessage, true);
    return common;
  };

  return {
    config,
    state: health.state,
    notes: notes.lines,
    start() {
      if (health.mayOpen().kind !== 'never')
        void shared()
          .open()
          .catch(() => {});
    },
    shared,
    open(hello, setUp, onMessage) {
      if (isOver) throw new UpstreamError(`There is no server named "${name}"`);
      if (seats.size >= limits.sessions) {
        const idle = [...seats]
          .filter((one) => one.running() === 0 && one.idleMs() >= limits.idleMs)
          .sort((a, b) => b.idleMs() - a.idleMs())[0];
        if (idle === undefined) {
          throw new UpstreamError(
            `${seats.size} sessions use "${name}" already: that is the limit`,
          );
        }
        void idle.close();
        seats.delete(idle);
      }
      const made = seat(hello, setUp, onMessage, false);
      seats.add(made);
      return made;
    },
    async stop(why) {
      health.forbid(why);
      await endAll();
    },
    allow() {
      if (config.enabled) health.allow();
    },
    async close() {
      isOver = true;
      health.forbid('It was removed');
      await endAll();
    },
  };
}
