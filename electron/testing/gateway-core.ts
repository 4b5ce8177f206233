import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { ServerOptions } from '../../shared/servers.ts';
import { type UpstreamConfig, upstreamConfigSchema } from '../../shared/upstream.ts';
import type { CoreOptions } from '../core.ts';
import { type TestCore, testCore } from './core.ts';
import { tempHome } from './temp-home.ts';

const script = fileURLToPath(new URL('./upstreams/acting-server.mjs', import.meta.url));

export interface GatewayCore extends TestCore {
  add(config: UpstreamConfig, options?: Partial<ServerOptions>): Promise<void>;
  /** Lines that the acting server logged under this word. */
  logged(word: 'got' | 'did' | 'heard' | 'slow' | 'cancelled'): readonly string[];
  /** Waits until no row is without its outcome: it follows the answer with the next commit. */
  settled(): Promise<void>;
}

/** A core with the acting server behind it, as `acting`. */
export async function gatewayCore(
  options: Partial<CoreOptions> = {},
  serverOptions: Partial<ServerOptions> = {},
): Promise<GatewayCore> {
  const test = await testCore(options);
  const log = join(tempHome(), 'acting.log');
  const add: GatewayCore['add'] = async (config, more = {}) => {
    await test.core.requests['servers:add']?.({ config, options: more });
  };
  await add(
    upstreamConfigSchema.parse({
      name: 'acting',
      kind: 'stdio',
      command: process.execPath,
      args: [script, log],
      callTimeoutMs: 30_000,
    }),
    serverOptions,
  );
  return {
    ...test,
    add,
    logged(word) {
      let text = '';
      try {
        text = readFileSync(log, 'utf8');
      } catch {
        return [];
      }
      const lines = text.split('\n');
      return lines.flatMap((line) =>
        line === word || line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : [],
      );
    },
    async settled() {
      const open = () =>
        test.rows().filter((row) => row.finished_ms === null && row.error_message === null);
      await expect.poll(open, { timeout: 5000 }).toEqual([]);
    },
  };
}
