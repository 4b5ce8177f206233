import type { UpstreamConfig, UpstreamState } from '../../../shared/upstream.ts';
import { listAll } from './list-all.ts';
import type { NoteLine } from './notes.ts';
import type { Server } from './server.ts';

/** What came of trying a server once. */
export interface ServerTest {
  readonly ok: boolean;
  /** In words; empty where it is as it should be. */
  readonly why: string;
  readonly server: UpstreamState['server'];
  readonly protocol_version: string | null;
  /** Null: it did not say. */
  readonly tools: number | null;
  readonly elapsed_ms: number;
  readonly notes: readonly NoteLine[];
}

/** Opens a server of its own for the test, lists its tools, and ends it. Never rejects. */
export async function testServer(
  config: UpstreamConfig,
  make: (config: UpstreamConfig) => Server,
): Promise<ServerTest> {
  const started = performance.now();
  const server = make({ ...config, enabled: true });
  const session = server.shared();
  const result = (why: string, tools: number | null): ServerTest => ({
    ok: why === '',
    why,
    server: server.state().server,
    protocol_version: server.state().protocol_version,
    tools,
    elapsed_ms: Math.round(performance.now() - started),
    notes: server.notes(),
  });
  try {
    await session.open();
    const { items, missing } = await listAll(session, 'tools/list');
    return result(missing ?? '', missing === null ? items.length : null);
  } catch (error) {
    return result(error instanceof Error ? error.message : String(error), null);
  } finally {
    await server.close();
  }
}
