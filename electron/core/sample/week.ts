import type { Caller } from '../../audit/write-record.ts';
import {
  callerIn,
  type SampleClientKey,
  type SampleRun,
  sampleClientKeys,
  sampleClients,
  uuid,
} from './clients.ts';
import { createDice, type Dice } from './dice.ts';
import { type Subject, stories } from './stories.ts';
import { timetableOf } from './timetable.ts';

/** A document of the sample, by namespace and title; its id is known once it was stored. */
export type DocumentKey = string;

export interface SampleCall {
  readonly atMs: number;
  readonly caller: Caller;
  /** As the client calls it. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Its id goes into the arguments as `chunk_id`; null: the arguments are complete. */
  readonly chunk: DocumentKey | null;
  /** What a success stores; null: it stores no document. */
  readonly stores: DocumentKey | null;
  /** `too-large`: refused before it was read; `cancelled`: the client took it back. */
  readonly trouble: 'too-large' | 'cancelled' | null;
}

const minute = 60_000;
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const;
const burstSize = 42;

/** What is planned for one write, before it has a time and a caller. */
type Draft = Omit<SampleCall, 'atMs' | 'caller'>;

/** The documents as they stand at each moment of the plan: versions differ by a line or two. */
class Desk {
  private readonly documents = new Map<DocumentKey, { subject: Subject; lines: string[] }>();
  private readonly dice: Dice;

  constructor(dice: Dice) {
    this.dice = dice;
  }

  has(subject: Subject, title: string): boolean {
    return this.documents.has(`${subject.namespace}/${title}`);
  }

  /** A first version, or the next one. */
  store(subject: Subject, title: string): Draft {
    const { dice } = this;
    const key = `${subject.namespace}/${title}`;
    const known = this.documents.get(key);
    const lines = known?.lines ?? [];
    const line = (): string =>
      dice.chance(0.5)
        ? dice.one(subject.lines)
        : `${dice.one(subject.lines)} (as of ${dice.one(days)})`;
    if (known === undefined)
      for (let count = dice.between(3, 5); count > 0; count -= 1) lines.push(line());
    else if (lines.length < 8 && dice.chance(0.6)) lines.push(line());
    else lines[dice.between(0, lines.length - 1)] = line();
    const unique = [...new Set(lines)];
    this.documents.set(key, { subject, lines: unique });
    const content = `# ${title}\n\n${unique.map((each) => `- ${each}`).join('\n')}\n`;
    const tags = known === undefined ? { tags: [dice.one(subject.tags)] } : {};
    return {
      tool: 'memory_store',
      arguments: { title, content, namespace: subject.namespace, ...tags },
      chunk: null,
      stores: key,
      trouble: null,
    };
  }

  /** A note on, or tags for, a document that is there already; null: none is. */
  touch(subject: Subject): Draft | null {
    const { dice } = this;
    const known = [...this.documents.keys()].filter((key) =>
      key.startsWith(`${subject.namespace}/`),
    );
    if (known.length === 0) return null;
    const common = { chunk: dice.one(known), stores: null, trouble: null } as const;
    return dice.chance(0.68)
      ? {
          ...common,
          tool: 'memory_note',
          arguments: { note_text: `${dice.one(subject.notes)} ${detail(dice)}` },
        }
      : {
          ...common,
          tool: 'tree_tag',
          arguments: { tags: [...new Set([dice.one(subject.tags), dice.one(subject.tags)])] },
        };
  }
}

/** What makes one note differ from the next, as notes do. */
function detail(dice: Dice): string {
  const time = `${dice.between(8, 18)}:${String(dice.between(0, 59)).padStart(2, '0')}`;
  const day = dice.one(days);
  return dice.one([
    `(${day}, ${time})`,
    `Checked at ${time}.`,
    `See also message ${dice.between(100, 990)}.`,
    `Asked again for ${day}.`,
  ]);
}

/** Spoils a call the way clients do. */
function spoil(draft: Draft, dice: Dice): Draft {
  switch (dice.between(0, 5)) {
    case 0:
      return { ...draft, trouble: 'too-large' };
    case 1:
      return { ...draft, trouble: 'cancelled' };
    case 2:
      return {
        ...draft,
        tool: 'memory_note',
        chunk: null,
        stores: null,
        arguments: {
          chunk_id: `d${dice.between(60, 400)}-${dice.hex(10)}`,
          note_text: 'Follow-up, see above.',
        },
      };
    case 3:
      return { ...draft, arguments: { ...draft.arguments, category: 'general' } };
    case 4:
      return {
        ...draft,
        tool: 'memory_store',
        chunk: null,
        arguments: { title: 'Untitled', content: '' },
      };
    default:
      return { ...draft, tool: 'tree_tag', arguments: { tags: [] } };
  }
}

function draftIn(client: SampleClientKey, subject: Subject, desk: Desk, dice: Dice): Draft {
  const title = dice.one(subject.titles);
  const first = !desk.has(subject, title);
  const draft = (dice.chance(0.46) ? desk.touch(subject) : null) ?? desk.store(subject, title);
  // A first version goes well: later notes need a document to be on.
  const sound = first || dice.chance(0.975) ? draft : spoil(draft, dice);
  return dice.chance(sampleClients[client].givesReasons)
    ? { ...sound, arguments: { ...sound.arguments, reason: dice.one(subject.reasons) } }
    : sound;
}

/**
 * One run: a subject, now and then another one, a few turns. Gives its calls one by one, in order of time.
 * `only` keeps it to one subject.
 */
function startRun(
  client: SampleClientKey,
  desk: Desk,
  dice: Dice,
  only: Subject | null,
): (atMs: number) => SampleCall {
  const run: SampleRun = { client, sessionId: uuid(dice) };
  let subject = only ?? dice.one(stories[client]);
  let turn = uuid(dice);
  let last: Draft | null = null;
  return (atMs) => {
    if (only === null && dice.chance(0.12)) subject = dice.one(stories[client]);
    if (dice.chance(0.25)) turn = uuid(dice);
    // Clients do send the same thing twice: the ledger counts repeats.
    const draft: Draft =
      last !== null && dice.chance(0.03) ? last : draftIn(client, subject, desk, dice);
    last = draft;
    return { ...draft, atMs, caller: callerIn(run, turn, dice) };
  };
}

/** A client in a loop: nearly the same document 42 times in 40 seconds. */
function burst(endMs: number, dice: Dice): readonly SampleCall[] {
  const run: SampleRun = { client: 'cursor', sessionId: uuid(dice) };
  const turn = uuid(dice);
  let atMs = endMs - 40_000;
  return Array.from({ length: burstSize }, (_, index): SampleCall => {
    atMs += dice.between(500, 1300);
    const same = 'Context for the next step: rename parseAmount to readAmount.';
    const content = index % 4 === 3 ? `${same} Attempt ${index + 1}.` : same;
    return {
      atMs,
      caller: callerIn(run, turn, dice),
      tool: 'memory_store',
      arguments: {
        title: 'scratch 17',
        content,
        namespace: 'cursor',
        ...(index % 14 === 9 ? { priority: 'high' } : {}),
      },
      chunk: null,
      stores: 'cursor/scratch 17',
      trouble: null,
    };
  });
}

/**
 * A made-up week of four clients that ends at `nowMs`, oldest first: some 2,000 writes in runs at the hours
 * people work, a few failed and refused, one burst, the last write minutes ago. The same for the same time.
 */
export function planWeek(nowMs: number): readonly SampleCall[] {
  const dice = createDice(20_261_130);
  const week = sampleClientKeys.flatMap((client) =>
    timetableOf(client, sampleClients[client].writes, nowMs, dice).map((times) => ({
      client,
      times,
      only: null,
    })),
  );
  // What a person sees first: the end of a talk about one thing.
  const recent = {
    client: 'claude-desktop',
    times: Array.from({ length: 11 }, (_, index) => nowMs - 3 * minute - (10 - index) * 21_000),
    only: stories['claude-desktop'][0] ?? null,
  } as const;
  const desk = new Desk(dice);
  // Runs overlap: what a call finds on the desk depends on all that came before it.
  const calls = [...week, recent]
    .flatMap(({ client, times, only }) => {
      const next = startRun(client, desk, dice, only);
      return times.map((atMs) => ({ atMs, next }));
    })
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, next }) => next(atMs));
  return [...calls, ...burst(nowMs - 36 * minute, dice)].sort((a, b) => a.atMs - b.atMs);
}
