import { StringDecoder } from 'node:string_decoder';

export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last id the stream gave so far; null: none. */
  readonly id: string | null;
}

/** Reads `text/event-stream` bytes as they come and hands over each event that has data. */
export function createEventStreamParser(
  onEvent: (event: StreamEvent) => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let data: string[] = [];
  let event = '';
  let id: string | null = null;

  const dispatch = (): void => {
    if (data.length > 0) {
      onEvent({ event: event === '' ? 'message' : event, data: data.join('\n'), id });
    }
    data = [];
    event = '';
  };

  const takeLine = (line: string): void => {
    if (line === '') {
      dispatch();
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
  };

  return (chunk) => {
    // What was kept holds no line end, but maybe a CR that waits for its LF.
    let from = Math.max(0, rest.length - 1);
    let start = 0;
    rest += decoder.write(chunk);
    for (;;) {
      lineEnd.lastIndex = from;
      const match = lineEnd.exec(rest);
      if (match === null) break;
      takeLine(rest.slice(start, match.index));
      start = from = lineEnd.lastIndex;
    }
    rest = rest.slice(start);
  };
}

/** LF, CR LF or CR; a CR at the very end may be half of a CR LF, so it waits. */
const lineEnd = /\n|\r\n|\r(?=[^\n])/g;
