import type { UpstreamConfig } from '../../../shared/upstream.ts';

const shortest = 4;
const mark = '[redacted]';

/** What must not be shown of a server's configuration: the values of env, headers, and of its address. */
export function knownSecrets(config: UpstreamConfig): readonly string[] {
  const values =
    config.kind === 'stdio'
      ? Object.values(config.env)
      : [...Object.values(config.headers), ...addressSecrets(config.url)];
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

function addressSecrets(url: string): readonly string[] {
  const { username, password, searchParams } = new URL(url);
  return [decodeURIComponent(username), decodeURIComponent(password), ...searchParams.values()];
}

/** The text without these. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (clean.includes(secret)) clean = clean.replaceAll(secret, mark);
  }
  return clean;
}
