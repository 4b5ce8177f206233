import { existsSync } from 'node:fs';
import { removeEndpointFile, writeEndpointFile } from '../home/endpoint-file.ts';
import type { Log } from '../home/log.ts';
import type { Endpoint } from '../mcp/http/endpoint.ts';
import { type Listener, listen } from '../mcp/http/listener.ts';

export interface ServingOptions {
  readonly endpoint: Endpoint;
  /** `endpoint.json` of the home. */
  readonly file: string;
  readonly token: string;
  readonly version: string;
  readonly background: boolean;
}

/** The endpoint's place on the machine: one port, and the file that tells others where it is. */
export interface Serving {
  /** Null while it serves nowhere; then `error` says why. */
  url(): string | null;
  error(): string | null;
  /** Serves on this port, or, in the background, on a free one where it is taken. Never rejects. */
  start(port: number, log: Pick<Log, 'warn' | 'error'>): Promise<void>;
  /** Serves on this port from now on. Where that fails, an earlier place stays as it is. Never rejects. */
  serveOn(port: number): Promise<void>;
  /** Writes where it serves into its file, where that is missing. @throws where it cannot */
  announce(): void;
  /** Takes no new connection from now on; resolves when all are ended, at the latest after `ms`. */
  stopListening(ms: number): Promise<void>;
}

export function createServing(options: ServingOptions): Serving {
  const { endpoint, file, token, version, background } = options;
  let listener: Listener | null = null;
  let error: string | null = null;
  let stopped = false;
  const url = () => (listener === null ? null : `http://127.0.0.1:${listener.port}/mcp`);
  let announced = false;
  const announce = () => {
    const address = url();
    if (address === null || stopped || (announced && existsSync(file))) return;
    writeEndpointFile(file, {
      url: address,
      token,
      pid: process.pid,
      version,
      ...(background ? { background } : {}),
    });
    announced = true;
  };
  const tryToAnnounce = () => {
    try {
      announce();
    } catch {
      // It serves all the same; the file follows when there is room for it.
    }
  };
  const serveOn = async (port: number) => {
    if (listener !== null && listener.port === port) {
      error = null;
      return;
    }
    try {
      const next = await listen(port, endpoint.handle);
      const before = listener;
      listener = next;
      error = null;
      announced = false;
      tryToAnnounce();
      await before?.close(1000);
    } catch (failure) {
      error = failure instanceof Error ? failure.message : String(failure);
    }
  };
  return {
    url,
    announce,
    error: () => error,
    serveOn,
    async start(port, log) {
      await serveOn(port);
      if (error !== null && background) {
        log.warn(`${error} A free port is used for now.`);
        await serveOn(0);
      }
      if (error !== null) log.error(error);
    },
    async stopListening(ms) {
      stopped = true;
      await listener?.close(ms);
      removeEndpointFile(file, process.pid);
    },
  };
}
