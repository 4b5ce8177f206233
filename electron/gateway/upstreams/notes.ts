import { cutCharacters, visibleLine } from '../../../shared/text.ts';
import { createLineReader } from '../../wire/json-lines.ts';

/** Lines kept, and how much of each. */
const [mostLines, longestLine] = [200, 500];
/** Longest line that is looked at for secrets before it is cut, bytes. */
const readLimit = 16 * 1024;

export interface NoteLine {
  readonly at_ms: number;
  /** One visible line with secrets redacted, at most 500 characters. */
  readonly text: string;
}

/** The last things that a server said beside the protocol. In memory only. */
export interface Notes {
  /** Oldest first. */
  lines(): readonly NoteLine[];
  /** The last line of all; empty: none. */
  last(): string;
  add(text: string): void;
  /** A reader of one pipe's bytes. */
  pipe(): { push(chunk: Buffer): void; end(): void };
}

export interface NotesOptions {
  readonly redact: (text: string) => string;
  /** Length of the longest secret: where a line was cut, half of one may stand at its end. */
  readonly longestSecret: () => number;
}

export function createNotes({ redact, longestSecret }: NotesOptions): Notes {
  const ring: NoteLine[] = [];
  let next = 0;

  const add = (text: string): void => {
    const clean = cutCharacters(visibleLine(redact(text)), longestLine);
    if (clean === '') return;
    ring[next] = { at_ms: Date.now(), text: clean };
    next = (next + 1) % mostLines;
  };

  return {
    lines: () => [...ring.slice(next), ...ring.slice(0, next)],
    last: () => ring[(next + mostLines - 1) % mostLines]?.text ?? '',
    add,
    pipe: () =>
      createLineReader({
        limit: () => readLimit,
        onLine: (line) => add(line.toString('utf8')),
        onTooLong: (_, head) => {
          const text = head.toString('utf8');
          add(text.slice(0, Math.max(0, text.length - longestSecret())));
        },
      }),
  };
}
