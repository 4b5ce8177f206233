import type { ShownConfig } from '../../../shared/servers.ts';

/** Command and arguments as they would be typed, or the address. Secrets are masked before they come here. */
export function targetOf(config: ShownConfig): string {
  return config.kind === 'stdio'
    ? [config.command, ...config.args].map(quoted).join(' ')
    : config.url;
}

function quoted(word: string): string {
  return /^[^\s"']+$/.test(word) ? word : JSON.stringify(word);
}
