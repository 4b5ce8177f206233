import type { ShownServer } from '../../../shared/client-files.ts';
import { visibleLine } from '../../../shared/text.ts';
import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { REDACTED, redactText } from '../capture/redact-text.ts';
import { isSecretKey } from '../capture/secret-keys.ts';

export const MASK = '••••••';

/** A server for the eye: values of env and headers are masked, and secrets wherever they stand. */
export function shownServer(config: UpstreamConfig): ShownServer {
  switch (config.kind) {
    case 'stdio':
      return {
        kind: config.kind,
        target: visibleLine([config.command, ...shownArguments(config.args)].map(quoted).join(' ')),
        values: maskedNames(config.env),
      };
    case 'http':
    case 'sse':
      return {
        kind: config.kind,
        target: visibleLine(redactText(config.url)),
        values: maskedNames(config.headers),
      };
  }
}

/** `--api-key X`, `--header "Authorization: X"` and texts that look like secrets are not shown. */
export function shownArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, at) => {
    const before = args[at - 1] ?? '';
    return /^--?[A-Za-z]/.test(before) && isSecretKey(before) && !arg.startsWith('-')
      ? REDACTED
      : redactText(arg);
  });
}

const maskedNames = (values: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(values).map((name) => `${visibleLine(name)}=${MASK}`);

const quoted = (text: string): string => (/^[^\s"']+$/.test(text) ? text : JSON.stringify(text));
