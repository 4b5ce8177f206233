import { createByteCollector } from './byte-collector.ts';

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

export interface StreamEvent {
  /** `message` where the stream names none. */
  readonly event: string;
  readonly data: string;
  /** The last id the stream gave so far; null: none. */
  readonly id: string | null;
}

export interface EventStreamOptions {
  readonly onEvent: (event: StreamEvent) => void;
  /** Largest event in bytes; beyond it nothing more is kept and `onTooLong` is called once. */
  readonly limit: number;
  readonly onTooLong: () => void;
}

export interface EventStreamParser {
  push(chunk: Buffer): void;
  /** The last id of the stream, also of an event without data; null: it gave none. */
  lastId(): string | null;
  /** What the stream says in `retry`, ms; null: nothing. */
  retryMs(): number | null;
}

/**
 * Reads `text/event-stream` bytes as they come and hands over each event that has data. Lines are cut as
 * bytes, so that a long one costs no more than its length.
 */
export function createEventStreamParser(options: EventStreamOptions): EventStreamParser {
  const { onEvent, limit, onTooLong } = options;
  const line = createByteCollector();
  let data: string[] = [];
  let dataBytes = 0;
  let event = '';
  let id: string | null = null;
  let retry: number | null = null;
  let afterReturn = false;
  let isStart = true;
  let isOver = false;

  const dispatch = (): void => {
    if (data.length > 0) {
      onEvent({ event: event === '' ? 'message' : event, data: data.join('\n'), id });
    }
    data = [];
    dataBytes = 0;
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
    else if (field === 'retry' && /^\d{1,9}$/.test(value)) retry = Number(value);
  };

  const endLine = (): void => {
    dataBytes += line.length();
    const whole = line.take();
    const marked = isStart && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
    isStart = false;
    takeLine(whole.toString('utf8', marked ? 3 : 0));
  };

  const keep = (part: Buffer): void => {
    if (dataBytes + line.length() + part.length > limit) {
      isOver = true;
      line.clear();
      data = [];
      onTooLong();
      return;
    }
    line.add(part);
  };

  return {
    push(chunk) {
      let start = 0;
      while (start < chunk.length && !isOver) {
        if (afterReturn) {
          afterReturn = false;
          if (chunk[start] === lineFeed) {
            start += 1;
            continue;
          }
        }
        const end = lineEnd(chunk, start);
        if (end === -1) {
          keep(chunk.subarray(start));
          return;
        }
        keep(chunk.subarray(start, end));
        if (isOver) return;
        afterReturn = chunk[end] === carriageReturn;
        start = end + 1;
        endLine();
      }
    },
    lastId: () => id,
    retryMs: () => retry,
  };
}

/** Where the line that holds `start` ends: at LF, CR LF or CR; -1: not in this chunk. */
function lineEnd(chunk: Buffer, start: number): number {
  const feed = chunk.indexOf(lineFeed, start);
  // Only as far as the line feed: a stream without any CR must not be searched to its end for each line.
  const within = feed === -1 ? chunk.subarray(start) : chunk.subarray(start, feed);
  const back = within.indexOf(carriageReturn);
  return back === -1 ? feed : start + back;
}
