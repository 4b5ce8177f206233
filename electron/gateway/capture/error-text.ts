import { limits } from '../../../shared/ledger.ts';
import { cutCharacters, wellFormed } from '../../../shared/text.ts';
import { bigNumbers } from './big-numbers.ts';
import { type CaptureInput, declaredNames } from './capture.ts';
import { REDACTED, redactText } from './redact-text.ts';
import { firstValues, type RedactBounds, redactValue, upToSpace } from './redact-value.ts';
import { summarizeArguments } from './summary.ts';

/** Characters looked at for secrets, of which 300 are kept. */
const window = 8192;
/** A secret shorter than this is in many words. */
const shortestSecret = 4;
const shortestPart = 6;
/** Content shorter than this is in many sentences. */
const shortestContent = 12;
/** By so many characters an echo of content is known; it may be cut after them. */
const echoed = 24;
const mostHidden = 2000;
const bounds: RedactBounds = { depth: 32, nodes: 5000, text: 16_384, allText: 131_072 };

export interface ErrorTextInput extends CaptureInput {
  /** Secrets of the server's own configuration. */
  readonly known: readonly string[];
}

/**
 * An upstream's error as the row keeps it: redacted, without what it repeats of the arguments beyond their
 * summary, at most 300 characters and never cut inside one. Never throws, and takes bounded time.
 */
export function upstreamErrorText(message: string, input: ErrorTextInput): string {
  const all = wellFormed(message.slice(0, window + 1));
  let text = all.length > window ? upToSpace(all.slice(0, window)) : all;
  const { secrets, contents } = hiddenTexts(input);
  for (const secret of longestFirst([...input.known, ...secrets].flatMap(partsOf))) {
    text = withoutText(text, secret);
  }
  for (const content of contents) text = withoutEcho(text, content);
  return cutCharacters(redactText(text).replace(/\s+/g, ' ').trim(), limits.upstreamError);
}

/** A header is a scheme and a secret, a cookie a name and one, a key has lines: each may stand alone. */
function partsOf(secret: string): readonly string[] {
  const parts = secret.split(/[\s=;,]+/).filter((part) => part.length >= shortestPart);
  return [secret, ...parts.filter((part) => !/^(?:bearer|digest|private)$/i.test(part))];
}

function withoutText(text: string, secret: string): string {
  if (secret.length < shortestSecret) return text;
  return spellings(secret).reduce((rest, one) => rest.replaceAll(one, () => REDACTED), text);
}

/** Takes out every place that begins like this content, as far as it goes on like it. */
function withoutEcho(text: string, content: string): string {
  let rest = text;
  for (const one of spellings(content)) {
    const head = one.slice(0, echoed);
    let from = 0;
    for (let at = rest.indexOf(head, from); at !== -1; at = rest.indexOf(head, from)) {
      let length = head.length;
      while (length < one.length && at + length < rest.length && rest[at + length] === one[length])
        length += 1;
      rest = rest.slice(0, at) + REDACTED + rest.slice(at + length);
      from = at + REDACTED.length;
    }
  }
  return rest;
}

/** As it is, and as it stands in JSON, in JSON within JSON, and in an address. */
function spellings(text: string): readonly string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const twice = JSON.stringify(json).slice(1, -1);
  return [...new Set([text, json, twice, encodeURIComponent(text.toWellFormed())])];
}

interface Hidden {
  readonly secrets: readonly string[];
  readonly contents: readonly string[];
}

/** What an error must not repeat of a call's arguments, longest first: one may hold another. */
function hiddenTexts({ args, raw, inputSchema, level }: CaptureInput): Hidden {
  const declared = declaredNames(inputSchema);
  const secrets = new Set<string>();
  const found = (secret: string): void => {
    if (secrets.size < mostHidden) secrets.add(secret.slice(0, window));
  };
  redactValue(args, { bounds, numbers: { shown: (value) => value }, found, declared });
  const numbers = bigNumbers(raw);
  const shown = new Set(
    level === 'summary' ? summarizeArguments(args, { declared, numbers }).shown : [],
  );
  const contents = level === 'full' ? [] : textsIn(args).filter((text) => !shown.has(text));
  return { secrets: longestFirst(secrets), contents: longestFirst(contents) };
}

const longestFirst = (texts: Iterable<string>): readonly string[] =>
  [...new Set(texts)].sort((a, b) => b.length - a.length);

function textsIn(args: unknown): readonly string[] {
  const texts: string[] = [];
  const open: unknown[] = [args];
  for (let seen = 0; open.length > 0 && seen < bounds.nodes; seen += 1) {
    const next = open.pop();
    if (typeof next === 'string' && next.length >= shortestContent)
      texts.push(next.slice(0, window));
    if (typeof next === 'object' && next !== null && open.length < bounds.nodes) {
      open.push(...firstValues(next, bounds.nodes));
    }
    if (texts.length === mostHidden) break;
  }
  return texts;
}
