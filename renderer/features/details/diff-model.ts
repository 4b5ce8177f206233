import { diffLines, diffWordsWithSpace } from 'diff';

/** A piece of a line: the same in both, only in the new text, or only in the old one. */
export interface DiffPiece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

export type DiffLine =
  | { readonly kind: 'line'; readonly pieces: readonly DiffPiece[] }
  /** Lines that are the same in both and far from any change. */
  | { readonly kind: 'gap'; readonly lines: number };

export type TextDiff =
  | { readonly kind: 'same' }
  | { readonly kind: 'too-far' }
  | { readonly kind: 'lines'; readonly lines: readonly DiffLine[] };

/** Unchanged lines kept on each side of a change. */
const context = 2;
/** Comparing must not stop the window: beyond this, in ms, the answer is "too far". */
const timeout = 120;

/**
 * What changed between two texts. Prose is told word by word, across its lines; code and JSON line by
 * line, since half a line of them means nothing.
 */
export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { kind: 'same' };
  const code = isCode(before) || isCode(after);
  const changes = diffLines(lineEnded(before), lineEnded(after), { timeout });
  if (changes === undefined) return { kind: 'too-far' };
  const lines: DiffLine[] = [];
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at];
    if (change === undefined) continue;
    if (!change.added && !change.removed) {
      lines.push(...unchanged(linesOf(change.value), at > 0, at < changes.length - 1));
      continue;
    }
    const next = changes[at + 1];
    const pair = change.removed && next?.added === true ? next : null;
    if (pair === null) {
      const kind = change.added ? 'added' : 'removed';
      lines.push(...linesOf(change.value).map((text) => whole(kind, text)));
      continue;
    }
    at += 1;
    const [removed, added] = [linesOf(change.value), linesOf(pair.value)];
    lines.push(...(code ? replacedLines(removed, added) : changedLines(removed, added)));
  }
  return { kind: 'lines', lines };
}

/** The last line ends like the others, so that a line added after it does not change it. */
function lineEnded(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

const whole = (kind: DiffPiece['kind'], text: string): DiffLine => ({
  kind: 'line',
  pieces: [{ kind, text }],
});

function unchanged(lines: readonly string[], after: boolean, before: boolean): readonly DiffLine[] {
  const head = after ? context : 0;
  const tail = before ? context : 0;
  const same = lines.map((text) => whole('same', text));
  // A gap of one line would take the place of the line it hides.
  if (lines.length <= head + tail + 1) return same;
  const gap: DiffLine = { kind: 'gap', lines: lines.length - head - tail };
  return [...same.slice(0, head), gap, ...same.slice(same.length - tail)];
}

function replacedLines(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  return [
    ...removed.map((text) => whole('removed', text)),
    ...added.map((text) => whole('added', text)),
  ];
}

/** Lines that replaced as many others are compared one by one; a passage as a whole, as it may be wrapped anew. */
function changedLines(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  if (removed.length !== added.length) return changedPassage(removed, added);
  return removed.flatMap((text, index) => changedLine(text, added[index] ?? ''));
}

/** The words of several lines, laid out in the lines of the new text; removed line ends are spaces. */
function changedPassage(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  const pieces = comparedWords(removed.join('\n'), added.join('\n'));
  if (pieces === null) return replacedLines(removed, added);
  const lines: DiffPiece[][] = [[]];
  for (const { kind, text } of pieces) {
    const [first = '', ...rest] =
      kind === 'removed' ? [text.replace(/\n/g, ' ')] : text.split('\n');
    if (first !== '') lines.at(-1)?.push({ kind, text: first });
    for (const line of rest) lines.push(line === '' ? [] : [{ kind, text: line }]);
  }
  return lines.map((line) => ({ kind: 'line', pieces: line }));
}

function changedLine(before: string, after: string): readonly DiffLine[] {
  const pieces = comparedWords(before, after);
  return pieces === null
    ? [whole('removed', before), whole('added', after)]
    : [{ kind: 'line', pieces }];
}

/** Null: hardly a word in common, so that one under the other reads better; or too long to compare. */
function comparedWords(before: string, after: string): readonly DiffPiece[] | null {
  const words = diffWordsWithSpace(before, after, { timeout });
  const kept = words?.filter((word) => !word.added && !word.removed).map((word) => word.value);
  const alike =
    kept !== undefined && kept.join('').trim().length * 4 >= Math.min(before.length, after.length);
  if (words === undefined || !alike) return null;
  return words.map(
    (word): DiffPiece => ({
      kind: word.added ? 'added' : word.removed ? 'removed' : 'same',
      text: word.value,
    }),
  );
}

/** Share of lines that look like code, from which a text is taken for it. */
const enough = 0.4;
const codeLine =
  /^\s*(?:[{}[\]();]|"[^"]*"\s*:|(?:const|let|var|import|export|function|class|def|return|if|for|while|public|private)\b.*[(){};=]|(?:SELECT|INSERT|UPDATE|CREATE)\b|#include|<\/?\w)|[{};]\s*$|["\])}]\s*,\s*$/;

/** JSON, or mostly lines of code. Words at the end of a sentence, lists and Markdown are prose. */
function isCode(text: string): boolean {
  const start = text.trimStart()[0];
  if (start === '{' || start === '[') {
    try {
      JSON.parse(text);
      return true;
    } catch {
      // Cut, or something else.
    }
  }
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 200);
  const code = lines.filter((line) => codeLine.test(line)).length;
  return lines.length > 1 && code / lines.length >= enough;
}
