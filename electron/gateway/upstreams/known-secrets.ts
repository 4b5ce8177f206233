import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { hiddenAddress, hiddenArgument } from '../secrets/hidden-parts.ts';

const shortest = 4;
const mark = '[redacted]';

/** What must not be shown of a server's configuration: values of env and headers, secrets of arguments and address. */
export function knownSecrets(config: UpstreamConfig): readonly string[] {
  const values =
    config.kind === 'stdio'
      ? [
          ...Object.values(config.env),
          ...config.args.flatMap((_, at) => hiddenArgument(config.args, at)?.secrets ?? []),
        ]
      : [...Object.values(config.headers), ...(hiddenAddress(config.url)?.secrets ?? [])];
  const found = new Set<string>();
  for (const value of values) {
    // A header is a scheme and a secret; a key file has lines, and each is printed on its own.
    for (const part of [value, ...value.split(/\s+/)]) {
      if (part.length < shortest || /^(?:bearer|basic|token|true|false)$/i.test(part)) continue;
      for (const form of [part, encodeURIComponent(part), JSON.stringify(part).slice(1, -1)]) {
        found.add(form);
      }
    }
  }
  // Longest first: a secret that holds another one goes whole.
  return [...found].sort((a, b) => b.length - a.length);
}

/** The text without these. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (clean.includes(secret)) clean = clean.replaceAll(secret, mark);
  }
  return clean;
}
