import { type DestinationStream, destination, type Logger, pino } from 'pino';

export type Log = Logger;

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Texts that never reach a log line: the home's token. */
  readonly secrets: readonly string[];
  /** Default: standard error, since standard output belongs to machines. */
  readonly destination?: DestinationStream;
}

/** What a terminal acts on or hides, but for the line end that closes each entry. */
const inert = /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const escapeUnits = (text: string): string =>
  [...Array(text.length).keys()]
    .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');

/** One JSON line per entry on stderr; secrets are replaced, control characters are escaped. */
export function createLog(options: LogOptions): Log {
  const out = options.destination ?? destination({ dest: 2, sync: true });
  const secrets = options.secrets.filter((secret) => secret !== '');
  return pino(
    { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    {
      // On the finished line, because a secret may sit in any text: an error's message, a URL.
      write(line: string) {
        let safe = line.replace(inert, escapeUnits);
        for (const secret of secrets) safe = safe.replaceAll(secret, '[secret]');
        out.write(safe);
      },
    },
  );
}
