import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventStreamParser, type StreamEvent } from './event-stream.ts';

function parse(text: string, cuts: readonly number[] = []): StreamEvent[] {
  const events: StreamEvent[] = [];
  const { push } = createEventStreamParser({
    onEvent: (event) => events.push(event),
    limit: 1000,
    onTooLong: () => {},
  });
  const bytes = Buffer.from(text);
  let from = 0;
  for (const cut of cuts.toSorted((a, b) => a - b)) {
    const to = Math.min(cut, bytes.length);
    push(bytes.subarray(from, to));
    from = Math.max(from, to);
  }
  push(bytes.subarray(from));
  return events;
}

const stream = [
  ': a comment',
  '',
  'event: message',
  'id: 7',
  'data: {"a":"ä€😀"}',
  '',
  'retry: 10',
  'data:no space',
  'data: second line',
  '',
  'event: ping',
  'data',
  '',
  'data: never finished',
].join('\n');

const events = [
  { event: 'message', data: '{"a":"ä€😀"}', id: '7' },
  { event: 'message', data: 'no space\nsecond line', id: '7' },
  { event: 'ping', data: '', id: '7' },
];

describe('an event stream', () => {
  it.each(['\n', '\r\n', '\r'])('is read with line ends %j', (lineEnd) => {
    expect(parse(stream.replaceAll('\n', lineEnd))).toEqual(events);
  });

  it('reads the same however its bytes are cut', () => {
    const cuts = fc.array(fc.nat({ max: 220 }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, fc.constantFrom('\n', '\r\n', '\r'), (at, lineEnd) => {
        expect(parse(stream.replaceAll('\n', lineEnd), at)).toEqual(events);
      }),
    );
  });

  it('is cut where one event grows over the limit, however long it goes on', () => {
    const seen: string[] = [];
    let tooLong = 0;
    const parser = createEventStreamParser({
      onEvent: ({ data }) => seen.push(data),
      limit: 100,
      onTooLong: () => {
        tooLong += 1;
      },
    });
    parser.push(Buffer.from('data: fine\n\ndata: '));
    for (let part = 0; part < 1000; part += 1) parser.push(Buffer.alloc(1000, 'x'));
    expect({ seen, tooLong }).toEqual({ seen: ['fine'], tooLong: 1 });
  });

  it('is cut also where the event grows by many short lines', () => {
    let tooLong = 0;
    const parser = createEventStreamParser({
      onEvent: () => {},
      limit: 1000,
      onTooLong: () => {
        tooLong += 1;
      },
    });
    for (let part = 0; part < 1000; part += 1) parser.push(Buffer.from('data: x\n'));
    expect(tooLong).toBe(1);
  });

  it('says where it stood, also by an event without data', () => {
    const parser = createEventStreamParser({ onEvent: () => {}, limit: 100, onTooLong: () => {} });
    expect([parser.lastId(), parser.retryMs()]).toEqual([null, null]);
    parser.push(Buffer.from('\ufeffid: e1\nretry: 250\ndata:\n\nretry: soon\n'));
    expect([parser.lastId(), parser.retryMs()]).toEqual(['e1', 250]);
  });
});
