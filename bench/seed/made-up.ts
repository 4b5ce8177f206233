import { createDice, type Dice } from '../../electron/core/sample/dice.ts';
import { EMBEDDED_SERVER, type LedgerRow } from '../../shared/ledger.ts';
import {
  clients,
  errors,
  hostile,
  namespaces,
  places,
  rareServer,
  servers,
  subjects,
  verbs,
} from './words.ts';

/** A write as the recorder would leave it in an empty ledger, but for its place in the chain. */
export interface MadeUpWrite {
  readonly row: Omit<LedgerRow, 'id' | 'row_hash'>;
  /** 2: its outcome never came. */
  readonly form: 1 | 2;
  /** It is one of a burst, and which one of it (1 is the first). */
  readonly burst: number | null;
  /** A document that it made or changed; null: none. */
  readonly document: {
    readonly id: number;
    readonly version: number;
    readonly title: string;
  } | null;
}

type Weighted<T> = (dice: Dice) => T;

/** Zipf: the n-th value with a weight of 1 / n. */
function zipf<T>(values: readonly T[]): Weighted<T> {
  const ends: number[] = [];
  let sum = 0;
  for (let n = 1; n <= values.length; n += 1) {
    sum += 1 / n;
    ends.push(sum);
  }
  return (dice) => {
    const at = dice.next() * sum;
    const found = ends.findIndex((end) => at < end);
    const value = values[Math.max(0, found)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
}

const hour = 3_600_000;
const byHour = [1, 0, 0, 0, 0, 1, 2, 6, 16, 24, 26, 22, 12, 20, 26, 24, 20, 12, 6, 5, 6, 5, 3, 2];
const byDay = [2, 10, 11, 11, 10, 9, 3];

/** Days that a ledger of so many rows covers. */
const daysOf = (rows: number): number => Math.min(730, Math.max(20, Math.round(rows / 2_000)));

/** Working hours: gives the time at which `share` (0 to 1) of all writes have been made. */
function clock(start: number, days: number): (share: number) => number {
  const ends = new Float64Array(days * 24);
  let sum = 0;
  for (let n = 0; n < ends.length; n += 1) {
    const at = new Date(start + n * hour);
    sum += (byHour[at.getUTCHours()] ?? 1) * (byDay[at.getUTCDay()] ?? 1) + 0.1;
    ends[n] = sum;
  }
  let n = 0;
  return (share) => {
    while (n < ends.length - 1 && (ends[n] ?? 0) < share * sum) n += 1;
    const before = n === 0 ? 0 : (ends[n - 1] ?? 0);
    return start + hour * (n + (share * sum - before) / ((ends[n] ?? 1) - before));
  };
}

interface Run {
  readonly id: string;
  readonly client: (typeof clients)[number];
  readonly server: { readonly name: string; readonly tools: readonly string[] };
  readonly namespace: string;
  readonly version: string;
  readonly era: string;
  readonly client_id: string;
  readonly model: string | null;
  left: number;
  call: number;
  /** What it wrote last: the same again is a repeat. */
  last: { readonly digest: string; readonly first: number; times: number } | null;
}

const pickClient = zipf(clients);
const pickServer = zipf(servers);
const pickNamespace = zipf(namespaces);
const pickSubject = zipf(subjects);
const pickTool = zipf([0, 1, 2, 3]);

function newRun(dice: Dice): Run {
  const client = pickClient(dice);
  return {
    id: dice.hex(24),
    client,
    server: dice.chance(0.0005) ? rareServer : dice.chance(0.4) ? servers[0] : pickServer(dice),
    namespace: pickNamespace(dice),
    version: `${client.version}${dice.between(1, 9)}`,
    era: dice.chance(0.3) ? '2026-07-28' : '2025-11-25',
    client_id: dice.chance(0.6) ? 'home' : client.info.slice(4) || 'home',
    model: dice.chance(0.3) ? 'claude-opus-5' : null,
    left: dice.chance(0.02) ? dice.between(200, 900) : dice.between(3, 70),
    call: 0,
    last: null,
  };
}

/**
 * `rows` writes in order of time, the last right before `end`: several clients at once in working hours,
 * bursts, failures, refusals, calls whose outcome never came, repeated contents, long and hostile texts.
 * The same `seed`, `rows` and `end` give the same writes.
 */
export function* madeUpWrites(rows: number, end: number, seed: number): Iterable<MadeUpWrite> {
  const dice = createDice(seed);
  const days = daysOf(rows);
  const start = end - days * 24 * hour;
  const timeOf = clock(start, days);
  const runs = Array.from({ length: 6 }, () => newRun(dice));
  const documents: { version: number; title: string }[] = [];
  let burst: { readonly run: Run; left: number; at: number } | null = null;
  let time = start;
  for (let n = 1; n <= rows; n += 1) {
    if (burst === null && dice.chance(0.0004)) {
      burst = { run: dice.one(runs), left: dice.between(25, 240), at: 0 };
    }
    const slot = burst === null ? dice.between(0, runs.length - 1) : runs.indexOf(burst.run);
    const run = runs[slot] ?? newRun(dice);
    // A burst may run ahead of the clock; the others wait until it caught up.
    time = Math.max(time, burst === null ? timeOf(n / rows) : time + dice.between(60, 900));
    const at = Math.min(Math.floor(time), end - 1);
    const inBurst = burst === null ? null : ++burst.at;
    yield writeOf(dice, run, { id: n, at, burst: inBurst }, documents);
    if (burst !== null && --burst.left <= 0) burst = null;
    run.left -= 1;
    if (run.left <= 0 && burst === null) runs[slot] = newRun(dice);
  }
}

const sentence = (dice: Dice): string =>
  `the ${pickSubject(dice)} ${dice.one(verbs)} ${dice.one(places)}`;

function writeOf(
  dice: Dice,
  run: Run,
  { id, at, burst }: { readonly id: number; readonly at: number; readonly burst: number | null },
  documents: { version: number; title: string }[],
): MadeUpWrite {
  run.call += 1;
  if (run.last !== null && dice.chance(burst === null ? 0.02 : 0.4)) run.last.times += 1;
  else run.last = { digest: dice.hex(64), first: id, times: 1 };
  const { digest, first, times } = run.last;
  const embedded = run.server.name === EMBEDDED_SERVER;
  const tool = run.server.tools[pickTool(dice) % run.server.tools.length] ?? 'memory.store';
  const memory = embedded && tool !== 'sql.execute';
  const outcome = outcomeOf(dice, embedded);
  const unknown = outcome.kind === 'unknown';
  const odd = dice.chance(0.004);
  const title = odd
    ? dice.one(hostile)
    : `${pickSubject(dice)} ${dice.one(places)} ${dice.between(1, 99_999)}`;
  const document =
    memory && outcome.kind === 'succeeded'
      ? touch(dice, documents, tool === 'memory.store', title)
      : null;
  const elapsed = embedded ? dice.between(1, 6) : dice.between(40, 2_400);
  const row: MadeUpWrite['row'] = {
    timestamp_ms: at,
    client_info: run.client.info,
    tool_name: tool,
    args_summary: summaryOf(dice, run, tool, title, document?.id ?? null),
    resulting_chunk_id: document === null ? null : `d${document.id}-5eed`,
    success: outcome.kind === 'succeeded' ? 1 : 0,
    error_message: outcome.message,
    server_name: run.server.name,
    client_name: run.client.name,
    client_version: run.version,
    client_id: run.client_id,
    session_id: run.id,
    session_kind: run.era === '2025-11-25' ? 'transport' : 'gap',
    turn_id: null,
    call_id: String(run.call),
    model: run.model,
    transport: run.client.info === 'mcp:claude-ai' ? 'stdio' : 'http',
    protocol_version: run.era,
    namespace: memory ? run.namespace : null,
    reason: reasonOf(dice, odd),
    args_digest: digest,
    error_kind: outcome.error_kind,
    finished_ms: unknown ? null : at + elapsed,
    elapsed_ms: unknown ? null : elapsed,
    attempts: dice.chance(0.002) ? 2 : 1,
    repeats_id: times === 1 ? null : first,
    repeat_no: times,
    reverts_id: null,
    reverted_by_id: null,
    effect: !embedded && dice.chance(0.02) ? 'read' : 'write',
  };
  return { row, form: unknown ? 2 : 1, burst, document: tool === 'memory.store' ? document : null };
}

function outcomeOf(dice: Dice, embedded: boolean) {
  const roll = dice.next();
  if (roll < 0.03) {
    const { kind, message } = dice.one(errors);
    // Errors of servers are cut at 300 characters, and long ones are common.
    const text = dice.chance(0.1) ? `${message} ${'at Object.<anonymous> '.repeat(12)}` : message;
    return { kind: 'failed', message: text.slice(0, 300), error_kind: kind } as const;
  }
  if (roll < 0.038) {
    return { kind: 'failed', message: 'This client is paused.', error_kind: 'refused' } as const;
  }
  if (roll < 0.042 && !embedded)
    return { kind: 'unknown', message: null, error_kind: null } as const;
  return { kind: 'succeeded', message: null, error_kind: null } as const;
}

function touch(
  dice: Dice,
  documents: { version: number; title: string }[],
  store: boolean,
  title: string,
): MadeUpWrite['document'] {
  const known = documents.length === 0 ? 0 : dice.between(1, documents.length);
  const old = documents[known - 1];
  if (old !== undefined && (!store || dice.chance(0.35))) {
    if (store) old.version += 1;
    return { id: known, version: old.version, title: old.title };
  }
  if (!store) return null;
  documents.push({ version: 1, title });
  return { id: documents.length, version: 1, title };
}

function summaryOf(
  dice: Dice,
  run: Run,
  tool: string,
  title: string,
  chunk: number | null,
): string {
  switch (tool) {
    case 'memory.store':
      return JSON.stringify({ title: title.slice(0, 128), namespace: run.namespace, tag_count: 2 });
    case 'memory.note':
      return JSON.stringify({ chunk_id: `d${chunk}-5eed`, note_text_length: dice.between(9, 900) });
    case 'tree.tag':
      return JSON.stringify({ chunk_id: `d${chunk}-5eed`, tags: [pickSubject(dice)] });
    case 'sql.execute':
      return JSON.stringify({
        db: 'shop',
        sql: `UPDATE orders SET state = 'sent' WHERE id = ${dice.between(1, 1e6)}`,
      });
    default:
      return JSON.stringify({ keys: ['body', 'title'], digest: dice.hex(12) });
  }
}

function reasonOf(dice: Dice, odd: boolean): string | null {
  if (odd && dice.chance(0.3)) return `${sentence(dice)}. `.repeat(40).slice(0, 1_000);
  if (odd) return dice.one(hostile);
  return dice.chance(0.65) ? `The user said that ${sentence(dice)}; ${sentence(dice)}.` : null;
}
