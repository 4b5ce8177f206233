import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventStreamParser, type StreamEvent } from './event-stream.ts';

function parse(text: string, cuts: readonly number[] = []): StreamEvent[] {
  const events: StreamEvent[] = [];
  const push = createEventStreamParser((event) => events.push(event));
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
});
