import type { UpstreamSecrets } from '../servers.ts';
import type { SecretStore } from './secret-store.ts';
import { forgetSecrets, openConfig, storeConfig } from './stored-config.ts';

/** The secrets of the servers behind the gateway, in this store. */
export function createUpstreamSecrets(store: SecretStore): UpstreamSecrets {
  return {
    hide: (config) => storeConfig(config, store),
    async reveal(config) {
      const opened = openConfig(config, store);
      if (opened.kind === 'ready') return opened.config;
      const { names, why } = opened;
      throw new Error(`It lacks ${names.slice(0, 5).join(', ')}: ${why}`);
    },
    forget: (server) => forgetSecrets(server, store),
  };
}
