import type { UpstreamConfig } from '../../../shared/upstream.ts';
import { upstreamConfigSchema, upstreamNameSchema } from '../../../shared/upstream.ts';
import { serversText } from '../../text/servers-text.ts';

const text = serversText.form.wrong;

/** What a person typed. */
export interface ServerForm {
  readonly kind: 'stdio' | 'http' | 'sse';
  readonly name: string;
  readonly command: string;
  readonly cwd: string;
  /** One NAME=value per line. */
  readonly env: string;
  readonly url: string;
  /** One Name: value per line. */
  readonly headers: string;
}
export type ServerField = Exclude<keyof ServerForm, 'kind'>;

export const emptyForm: ServerForm = {
  kind: 'stdio',
  name: '',
  command: '',
  cwd: '',
  env: '',
  url: '',
  headers: '',
};

export type FormAnswer =
  | { readonly kind: 'config'; readonly config: UpstreamConfig }
  | { readonly kind: 'wrong'; readonly field: ServerField; readonly why: string };

/** The server that a form describes, or the first field that is wrong and why. */
export function configOfForm(form: ServerForm): FormAnswer {
  const wrong = (field: ServerField, why: string): FormAnswer => ({ kind: 'wrong', field, why });
  const name = form.name.trim();
  if (!upstreamNameSchema.safeParse(name).success) return wrong('name', text.name);
  if (form.kind === 'stdio') {
    const words = wordsOf(form.command);
    if (words.kind === 'open') return wrong('command', text.quote(words.quote));
    const [command, ...args] = words.words;
    if (command === undefined) return wrong('command', text.command);
    const env = pairsOf(form.env, '=');
    if (env.kind === 'wrong') return wrong('env', env.says(text.env));
    const cwd = form.cwd.trim() === '' ? null : form.cwd.trim();
    return checked({ name, kind: 'stdio', command, args, env: env.values, cwd });
  }
  const url = form.url.trim();
  if (!/^https?:\/\/\S+$/i.test(url) || !URL.canParse(url)) return wrong('url', text.url);
  const headers = pairsOf(form.headers, ':');
  if (headers.kind === 'wrong') return wrong('headers', headers.says(text.headers));
  return checked({ name, kind: form.kind, url, headers: headers.values });
}

const fieldOf: Readonly<Record<string, ServerField>> = {
  name: 'name',
  command: 'command',
  args: 'command',
  cwd: 'cwd',
  env: 'env',
  url: 'url',
  headers: 'headers',
};

/** What the core would refuse is refused here, at its field. */
function checked(config: unknown): FormAnswer {
  const parsed = upstreamConfigSchema.safeParse(config);
  if (parsed.success) return { kind: 'config', config: parsed.data };
  const [issue] = parsed.error.issues;
  const field = fieldOf[String(issue?.path[0] ?? 'name')] ?? 'name';
  return { kind: 'wrong', field, why: issue?.message ?? text.name };
}

type Words =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'open'; readonly quote: string };

/** Words as a person types them: quotes keep spaces, and nothing else has a meaning. */
export function wordsOf(line: string): Words {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const letter of line) {
    if (quote !== null) {
      if (letter === quote) quote = null;
      else word = (word ?? '') + letter;
    } else if (letter === '"' || letter === "'") {
      quote = letter;
      word ??= '';
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + letter;
  }
  if (quote !== null) return { kind: 'open', quote };
  return { kind: 'words', words: word === null ? words : [...words, word] };
}

type Pairs =
  | { readonly kind: 'pairs'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'wrong'; readonly says: (noPair: (line: string) => string) => string };

function pairsOf(lines: string, separator: string): Pairs {
  const values = new Map<string, string>();
  for (const [index, line] of lines.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const at = line.indexOf(separator);
    const place = String(index + 1);
    if (at < 1) return { kind: 'wrong', says: (noPair) => noPair(place) };
    const name = line.slice(0, at).trim();
    if (values.has(name)) return { kind: 'wrong', says: () => text.twice(name, place) };
    values.set(name, line.slice(at + 1).trim());
  }
  return { kind: 'pairs', values: Object.fromEntries(values) };
}
