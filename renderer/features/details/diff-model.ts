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

/** What changed between two texts, line by line, and word by word inside changed lines. */
export function diffTexts(before: string, after: string): TextDiff {
  if (before === after) return { kind: 'same' };
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
    lines.push(...changedLines(linesOf(change.value), linesOf(pair.value)));
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

/** Lines that replaced as many others are compared word by word; else they stand whole. */
function changedLines(removed: readonly string[], added: readonly string[]): readonly DiffLine[] {
  if (removed.length !== added.length) {
    return [
      ...removed.map((text) => whole('removed', text)),
      ...added.map((text) => whole('added', text)),
    ];
  }
  return removed.flatMap((text, index) => changedLine(text, added[index] ?? ''));
}

function changedLine(before: string, after: string): readonly DiffLine[] {
  const words = diffWordsWithSpace(before, after, { timeout });
  const kept = words?.filter((word) => !word.added && !word.removed).map((word) => word.value);
  // Two lines with hardly a word in common read better one under the other.
  const alike =
    kept !== undefined && kept.join('').trim().length * 4 >= Math.min(before.length, after.length);
  if (words === undefined || !alike) return [whole('removed', before), whole('added', after)];
  const pieces = words.map(
    (word): DiffPiece => ({
      kind: word.added ? 'added' : word.removed ? 'removed' : 'same',
      text: word.value,
    }),
  );
  return [{ kind: 'line', pieces }];
}
