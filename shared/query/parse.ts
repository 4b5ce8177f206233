import type { WriteFacets } from '../answers.ts';
import { type ChoiceKey, emptyFilter, type WriteFilter } from '../filter.ts';
import { type Effect, effects } from '../ledger.ts';
import { type MarkName, markNames } from '../marks.ts';
import type { ShownOutcome } from '../outcome.ts';
import { cutCharacters } from '../text.ts';
import { clientValuesOf } from './client-value.ts';
import { connectionValuesOf } from './connection-value.ts';
import { outcomeWords } from './outcome-words.ts';
import { closestWord, named, type QueryError } from './query-error.ts';
import { scan, type Term, type Words } from './scan.ts';
import { addTimeTerm, noTimeTerms, rangeOf, type TimeTerms } from './time-terms.ts';

const MOST_VALUES = 200;
const LONGEST_VALUE = 256;
const LONGEST_TEXT = 5000;

export interface QueryContext {
  /** Milliseconds since 1970: what `until:7d` counts back from. */
  readonly now: number;
  /** The ledger's values, as facets give them: names of connections, and of clients that no table knows, are looked up here. */
  readonly known?: Partial<WriteFacets>;
}

export interface ParsedQuery {
  /** Always valid: what could be read. */
  readonly filter: WriteFilter;
  /** In the order of the text; empty: all was read as meant. */
  readonly errors: readonly QueryError[];
}

/** Reads a query. Any text gives a valid filter; what could not be read is in `errors`, with its place. */
export function parseQuery(text: string, context: QueryContext): ParsedQuery {
  const { tokens, errors: scanErrors } = scan(text);
  const reading = new Reading(context);
  for (const token of tokens) {
    switch (token.kind) {
      case 'term':
        reading.term(token);
        break;
      case 'text':
        reading.words(token);
        break;
      case 'unread':
        break;
    }
  }
  const { filter, errors } = reading.finish();
  return { filter, errors: [...scanErrors, ...errors].sort((a, b) => a.start - b.start) };
}

interface Values<T> {
  readonly only: T[];
  readonly hide: T[];
}
const noValues = <T>(): Values<T> => ({ only: [], hide: [] });

/** A filter in the making: one pass over the tokens, in their order. */
class Reading {
  private readonly errors: QueryError[] = [];
  private readonly lists = {
    client: noValues<string>(),
    connection: noValues<string>(),
    tool: noValues<string>(),
    server: noValues<string>(),
    namespace: noValues<string>(),
    outcome: noValues<ShownOutcome>(),
    effect: noValues<Effect>(),
    mark: noValues<MarkName>(),
  } satisfies Record<ChoiceKey, unknown>;
  private time: TimeTerms = noTimeTerms;
  private run: string | null = null;
  private burst: number | null = null;
  private readonly texts: Words[] = [];

  constructor(private readonly context: QueryContext) {}

  words(token: Words): void {
    if (token.text !== '') this.texts.push(token);
  }

  term(term: Term): void {
    const { key, value } = term;
    if (term.hide && key.dimension === null) {
      this.error(
        term,
        `${key.name}: cannot be hidden.`,
        `Write it without the dash: ${key.example}.`,
      );
    } else if (value === '') {
      this.error(
        term,
        `${key.name}: needs a value.`,
        `Write it without a space, as in ${key.example}.`,
      );
    } else if (value.length > LONGEST_VALUE) {
      this.error(term, `A value has at most ${LONGEST_VALUE} characters.`, 'Shorten it.');
    } else {
      this.value(term);
    }
  }

  private value(term: Term): void {
    const { value, exact } = term;
    switch (term.key.name) {
      case 'client':
        this.add(
          term,
          this.lists.client,
          exact ? [value] : clientValuesOf(value, this.context.known?.client ?? []),
        );
        break;
      case 'connection':
        this.add(
          term,
          this.lists.connection,
          exact ? [value] : connectionValuesOf(value, this.context.known?.connection ?? []),
        );
        break;
      case 'tool':
        this.add(term, this.lists.tool, [value]);
        break;
      case 'server':
        this.add(term, this.lists.server, [value]);
        break;
      case 'ns':
        this.add(term, this.lists.namespace, [value]);
        break;
      case 'is':
        this.is(term);
        break;
      case 'time':
      case 'since':
      case 'until': {
        const { terms, error } = addTimeTerm(this.time, term);
        this.time = terms;
        if (error !== null) this.errors.push(error);
        break;
      }
      case 'run':
        if (this.run !== null) this.replaces(term);
        this.run = value;
        break;
      case 'burst': {
        const id = /^\d+$/.test(value) ? Number(value) : 0;
        if (!Number.isSafeInteger(id) || id < 1) {
          this.error(
            term,
            `${named(value)} is not the number of a burst.`,
            'Write burst:3, for one.',
          );
          break;
        }
        if (this.burst !== null) this.replaces(term);
        this.burst = id;
        break;
      }
    }
  }

  /** An outcome, what a call may have done, or a person's mark. */
  private is(term: Term): void {
    const word = term.value.toLowerCase();
    const mark = markNames.find((name) => name === word);
    if (mark !== undefined) {
      this.add(term, this.lists.mark, [mark]);
      return;
    }
    const effect = effects.find((name) => name === word);
    if (effect !== undefined) {
      this.add(term, this.lists.effect, [effect]);
      return;
    }
    const outcomes = outcomeWords.get(word);
    if (outcomes !== undefined) {
      this.add(term, this.lists.outcome, outcomes);
      return;
    }
    const words = [...outcomeWords.keys(), ...effects, ...markNames];
    const meant = closestWord(word, words);
    this.error(
      term,
      `${named(term.value)} is no outcome, effect or mark.`,
      meant === null ? `They are ${words.join(', ')}.` : `Did you mean is:${meant} ?`,
    );
  }

  /** One value is taken as often as it is written; of a group, only what is not there yet. */
  private add<T extends string>(term: Term, values: Values<T>, added: readonly T[]): void {
    const list = term.hide ? values.hide : values.only;
    const more = added.length === 1 ? added : added.filter((value) => !list.includes(value));
    if (list.length + more.length > MOST_VALUES) {
      this.error(term, `${term.key.name}: takes at most ${MOST_VALUES} values.`, 'Leave some out.');
      return;
    }
    list.push(...more);
  }

  private replaces(term: Term): void {
    this.error(term, `This replaces the ${term.key.name} given before it.`, 'Keep one of the two.');
  }

  private error(term: Pick<Term, 'start' | 'end'>, message: string, hint: string): void {
    this.errors.push({ start: term.start, end: term.end, message, hint });
  }

  private text(): string {
    const text = this.texts.map((words) => words.text).join(' ');
    const first = this.texts[0];
    const last = this.texts.at(-1);
    if (text.length > LONGEST_TEXT && first !== undefined && last !== undefined) {
      this.error(
        { start: first.start, end: last.end },
        `A search has at most ${LONGEST_TEXT} characters; the rest is left out.`,
        'Shorten it.',
      );
    }
    return cutCharacters(text, LONGEST_TEXT);
  }

  finish(): ParsedQuery {
    const text = this.text();
    const { range, error } = rangeOf(this.time, this.context.now);
    if (error !== null) this.errors.push(error);
    const { run, burst, errors } = this;
    return { filter: { ...emptyFilter, ...this.lists, time: range, run, burst, text }, errors };
  }
}
