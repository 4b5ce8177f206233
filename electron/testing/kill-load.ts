import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createDice, type Dice } from '../core/sample/dice.ts';

/** A write that the client got an answer to. */
export interface AnsweredWrite {
  /** The reason it gave; no other write of the home has the same. */
  readonly key: string;
  readonly succeeded: boolean;
  /** The document that the answer names; null where it was refused. */
  readonly chunk: string | null;
}

export interface Load {
  readonly answered: readonly AnsweredWrite[];
  /** Resolves once so many writes were answered, or no client goes on. */
  reached(answers: number): Promise<void>;
  /** From here on a call that fails was cut off. */
  cutting(): void;
  /** Resolves with the failures that no cut explains, once every client has noticed the end. */
  ended(): Promise<readonly string[]>;
}

type Result = Awaited<ReturnType<Client['callTool']>>;

const clients = 8;
/** What was sent before the process died arrives at once on one machine; a client that still waits never hears. */
const graceMs = 500;

/** Eight official clients, four of each era, that write without a pause from now on. */
export async function startLoad(
  server: { readonly url: string; readonly token: string; readonly gone: Promise<unknown> },
  name: string,
  seed: number,
): Promise<Load> {
  const answered: AnsweredWrite[] = [];
  const failures: string[] = [];
  let cut = false;
  let waited = { answers: 0, resolve: () => {} };
  const connected = await Promise.all(
    Array.from({ length: clients }, async (_, lane) => {
      const client = new Client(
        { name: `kill-${lane}`, version: '1.0.0' },
        lane % 2 === 0 ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } },
      );
      const headers = { Authorization: `Bearer ${server.token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }),
      );
      return client;
    }),
  );
  const lost = server.gone.then(
    () =>
      new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error('no answer')), graceMs).unref();
      }),
  );
  const lanes = connected.map(async (client, lane) => {
    const dice = createDice(seed + lane);
    let chunk: string | null = null;
    try {
      for (let call = 0; ; call++) {
        const key = `${name}-${lane}-${call}`;
        const result: Result = await Promise.race([
          client.callTool(someWrite(dice, key, chunk)),
          lost,
        ]);
        const succeeded = result.isError !== true;
        const made = succeeded ? (result.structuredContent as { document_id: string }) : null;
        chunk = made?.document_id ?? chunk;
        answered.push({ key, succeeded, chunk: made?.document_id ?? null });
        if (answered.length >= waited.answers) waited.resolve();
      }
    } catch (error) {
      if (!cut) failures.push(`${name}, client ${lane}: a call failed before the kill: ${error}`);
    }
  });
  const stopped = Promise.all(lanes);
  return {
    answered,
    reached(answers) {
      if (answered.length >= answers) return Promise.resolve();
      const there = new Promise<void>((resolve) => {
        waited = { answers, resolve };
      });
      return Promise.race([there, stopped.then(() => {})]);
    },
    cutting() {
      cut = true;
    },
    async ended() {
      await stopped;
      await Promise.allSettled(connected.map((client) => client.close()));
      return failures;
    },
  };
}

/** New documents, new versions of shared ones, notes, tags, and now and then one that is refused. */
function someWrite(dice: Dice, key: string, chunk: string | null) {
  const reason = key;
  if (dice.chance(0.05))
    return { name: 'memory_store', arguments: { title: ' ', content: key, reason } };
  if (chunk !== null && dice.chance(0.2)) {
    return { name: 'memory_note', arguments: { chunk_id: chunk, note_text: key, reason } };
  }
  if (chunk !== null && dice.chance(0.2)) {
    return { name: 'tree_tag', arguments: { chunk_id: chunk, tags: [key], reason } };
  }
  const title = dice.chance(0.2) ? `shared ${dice.between(1, 5)}` : key;
  // Some fill many pages, so that a kill meets transactions of every size.
  const content = key + ' and more'.repeat(dice.chance(0.1) ? dice.between(1, 10_000) : 20);
  return { name: 'memory_store', arguments: { title, content, namespace: 'kill', reason } };
}
