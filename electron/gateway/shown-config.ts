import type { UpstreamConfig } from '../../shared/upstream.ts';
import { hiddenAddress, hiddenArgument } from './secrets/hidden-parts.ts';

const mask = '••••••';

/** A config for the eye: no value of env or headers, and no secret in arguments or addresses. */
export function shownConfig(config: UpstreamConfig): UpstreamConfig {
  const masked = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(values).map((key) => [key, mask]));
  switch (config.kind) {
    case 'stdio':
      return {
        ...config,
        args: config.args.map((text, at) => hiddenArgument(config.args, at)?.shown ?? text),
        env: masked(config.env),
      };
    case 'http':
    case 'sse':
      return {
        ...config,
        url: hiddenAddress(config.url)?.shown ?? config.url,
        headers: masked(config.headers),
      };
  }
}
