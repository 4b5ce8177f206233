import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import type { UpstreamState } from '../../../shared/upstream.ts';
import { isRecord } from '../../wire/json-rpc.ts';
import type { RequestOptions, UpstreamAnswer } from './answers.ts';
import {
  type Era,
  type Eras,
  type Hello,
  initializeParams,
  metaKeys,
  modernVersion,
  withEnvelope,
  withoutEnvelope,
} from './era.ts';
import { capital, type Link, UpstreamError } from './link.ts';
import type { Session } from './session.ts';

/** What a server said of itself when it was opened. */
export interface Opening {
  readonly era: Era;
  readonly version: string;
  /** The result of `initialize` or of `server/discover`, as the server wrote it. */
  readonly raw: string;
  readonly value: unknown;
}

/** A link with its conversation, before anything was said. */
export interface Channel {
  readonly session: Session;
  readonly link: Link;
}

/** An open connection: the handshake is done. */
export interface Connection extends Channel {
  readonly opening: Opening;
  request(method: string, params: string | null, options: RequestOptions): Promise<UpstreamAnswer>;
  notify(method: string, params: string | null): void;
}

export interface ConnectOptions {
  readonly hello: Hello;
  /** Opens a new channel; a second one where the first did not survive the question. */
  readonly open: () => Promise<Channel>;
  /** What is known of the server; what is found out is put in. */
  readonly eras: Eras;
  readonly timeoutMs: number;
}

const longestProbeMs = 5000;
const unsupportedVersion = -32022;

/**
 * Opens a connection in the client's own era where the server speaks it, else in the other one.
 * @throws UpstreamError in words; with the server's own error where it gave one.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { hello, eras, timeoutMs } = options;
  const until = performance.now() + timeoutMs;
  const left = (): number => Math.max(1, until - performance.now());
  let channel = await options.open();
  try {
    const isModernOnly = eras.modern === true && eras.legacy === false;
    if (isModernOnly || (hello.era === 'modern' && eras.modern !== false)) {
      const limit = eras.modern === true ? left() : Math.min(longestProbeMs, timeoutMs / 2);
      const found = await discover(channel, hello, limit);
      if (found.kind === 'modern') {
        eras.modern = true;
        return connection(channel, hello, found.opening);
      }
      if (found.kind === 'failed') throw found.error;
      eras.modern = false;
      if (found.kind === 'gone') {
        // Some servers end at anything that comes before `initialize`: they get another life.
        await channel.link.close();
        channel = await options.open();
      }
    }
    const answer = await channel.session.request('initialize', initializeParams(hello), false, {
      timeoutMs: left(),
    });
    if (answer.kind === 'result') {
      const opening = openingOf('legacy', answer.raw, answer.value);
      if (opening === null) {
        throw new UpstreamError('It answered the first message with something else than asked');
      }
      eras.legacy = true;
      channel.link.settled(opening.version);
      return connection(channel, hello, opening);
    }
    if (answer.kind === 'error' && eras.modern === null) {
      const found = await discover(channel, hello, Math.min(left(), longestProbeMs));
      if (found.kind === 'modern') {
        eras.modern = true;
        eras.legacy = false;
        return connection(channel, hello, found.opening);
      }
    }
    throw errorOf(answer);
  } catch (error) {
    await channel.link.close();
    throw error;
  }
}

type Discovered =
  | { readonly kind: 'modern'; readonly opening: Opening }
  | { readonly kind: 'legacy' }
  /** The question ended it. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: UpstreamError };

async function discover(channel: Channel, hello: Hello, timeoutMs: number): Promise<Discovered> {
  const params = withEnvelope(null, hello, modernVersion);
  const answer = await channel.session.request('server/discover', params, true, { timeoutMs });
  switch (answer.kind) {
    case 'result': {
      const opening = openingOf('modern', answer.raw, answer.value);
      return opening === null ? { kind: 'legacy' } : { kind: 'modern', opening };
    }
    case 'error':
      return { kind: 'legacy' };
    case 'unknown':
      // Over pipes an old server may say nothing at all to what it does not know.
      if (answer.reason === 'timeout') return { kind: 'legacy' };
      return channel.link.pid === null
        ? { kind: 'failed', error: errorOf(answer) }
        : { kind: 'gone' };
    case 'failed':
      if (channel.link.pid !== null) return { kind: 'gone' };
      // HTTP: a refusal that is no login and no denial is how an old server answers this.
      return answer.status !== undefined && answer.status !== 401 && answer.status !== 403
        ? { kind: 'legacy' }
        : { kind: 'failed', error: errorOf(answer) };
  }
}

function openingOf(era: Era, raw: string, value: unknown): Opening | null {
  if (!isRecord(value)) return null;
  if (era === 'legacy') {
    const version = value.protocolVersion;
    return typeof version === 'string' ? { era, version, raw, value } : null;
  }
  const versions = value.supportedVersions;
  return Array.isArray(versions) && versions.includes(modernVersion)
    ? { era, version: modernVersion, raw, value }
    : null;
}

function errorOf(answer: Exclude<UpstreamAnswer, { kind: 'result' }>): UpstreamError {
  if (answer.kind !== 'error') {
    return new UpstreamError(capital(answer.why), {
      ...(answer.kind === 'failed' && answer.status !== undefined ? { status: answer.status } : {}),
    });
  }
  const { value, raw } = answer;
  const message = isRecord(value) && typeof value.message === 'string' ? value.message : raw;
  const code = isRecord(value) ? value.code : null;
  const words =
    code === unsupportedVersion
      ? 'It speaks no version of the protocol that is known here'
      : 'It refused to open';
  return new UpstreamError(`${words}: ${message}`, { raw });
}

function connection(channel: Channel, hello: Hello, opening: Opening): Connection {
  const isModern = opening.era === 'modern';
  const fitting = (params: string | null): string | null =>
    isModern ? withEnvelope(params, hello, opening.version) : withoutEnvelope(params);
  return {
    ...channel,
    opening,
    request: (method, params, options) =>
      channel.session.request(method, fitting(params), isModern, options),
    notify: (method, params) => channel.session.notify(method, fitting(params), isModern),
  };
}

/** What a server says it is; null: nothing usable. */
export function serverOf({ value }: Opening): UpstreamState['server'] {
  if (!isRecord(value)) return null;
  const meta = isRecord(value._meta) ? value._meta[metaKeys.server] : undefined;
  const info = isRecord(value.serverInfo) ? value.serverInfo : meta;
  if (!isRecord(info)) return null;
  const text = (part: unknown): string =>
    typeof part === 'string' ? cutCharacters(visibleLine(part), 128) : '';
  return { name: text(info.name), version: text(info.version) };
}

/** The notifications by which a server, as it says itself, tells that a list has changed. */
export function changes({ value }: Opening): readonly string[] {
  const capabilities = isRecord(value) ? value.capabilities : null;
  if (!isRecord(capabilities)) return [];
  return ['tools', 'prompts', 'resources']
    .filter((list) => {
      const said = capabilities[list];
      return isRecord(said) && said.listChanged === true;
    })
    .map((list) => `notifications/${list}/list_changed`);
}
