import { once } from 'node:events';
import { connect } from 'node:net';

/** A value of a D-Bus body; just the kinds that the stubs answer with. */
export type BusValue =
  | { readonly type: 's'; readonly value: string }
  | { readonly type: 'u'; readonly value: number }
  /** A variant that holds a boolean. */
  | { readonly type: 'v'; readonly value: boolean };

/** What the owner of a name does with a call; null: never answers it. */
export type Answerer = (member: string) => readonly BusValue[] | null;

const kinds = { call: 1, answer: 2 } as const;
const field = {
  path: 1,
  interface: 2,
  member: 3,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
} as const;

/** Grows a message with the alignment that the wire asks for. */
class Marshaller {
  private bytes: number[] = [];

  get buffer(): Buffer {
    return Buffer.from(this.bytes);
  }
  align(to: number): this {
    while (this.bytes.length % to !== 0) this.bytes.push(0);
    return this;
  }
  byte(...values: readonly number[]): this {
    this.bytes.push(...values);
    return this;
  }
  uint(value: number): this {
    this.align(4);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return this.byte(...bytes);
  }
  text(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    return this.uint(bytes.length).byte(...bytes, 0);
  }
  signature(value: string): this {
    return this.byte(value.length, ...Buffer.from(value), 0);
  }
  value(value: BusValue): this {
    switch (value.type) {
      case 's':
        return this.text(value.value);
      case 'u':
        return this.uint(value.value);
      case 'v':
        return this.signature('b').uint(value.value ? 1 : 0);
    }
  }
}

type Field = readonly [code: number, type: 's' | 'o' | 'g' | 'u', value: string | number];

function message(
  kind: number,
  serial: number,
  fields: readonly Field[],
  body: readonly BusValue[],
): Buffer {
  const content = new Marshaller();
  for (const value of body) content.value(value);
  const signature: readonly Field[] =
    body.length === 0 ? [] : [[field.signature, 'g', body.map((value) => value.type).join('')]];
  const head = new Marshaller();
  for (const [code, type, value] of [...fields, ...signature]) {
    head.align(8).byte(code).signature(type);
    if (type === 'g') head.signature(String(value));
    else if (type === 'u') head.uint(Number(value));
    else head.text(String(value));
  }
  return new Marshaller()
    .byte(0x6c, kind, 0, 1)
    .uint(content.buffer.length)
    .uint(serial)
    .uint(head.buffer.length)
    .byte(...head.buffer)
    .align(8)
    .byte(...content.buffer).buffer;
}

interface Received {
  readonly kind: number;
  readonly serial: number;
  readonly member: string;
  readonly sender: string;
}

/** Reads one message's head; null: not all of it is here yet. */
function take(buffer: Buffer): { readonly message: Received; readonly length: number } | null {
  if (buffer.length < 16) return null;
  const fieldsEnd = 16 + buffer.readUInt32LE(12);
  const length = Math.ceil(fieldsEnd / 8) * 8 + buffer.readUInt32LE(4);
  if (buffer.length < length) return null;
  const texts = new Map<number, string>();
  for (let at = 16; at < fieldsEnd; ) {
    at = Math.ceil(at / 8) * 8;
    const code = buffer.readUInt8(at);
    const type = String.fromCharCode(buffer.readUInt8(at + 2));
    at += 4;
    if (type === 'g') {
      at += buffer.readUInt8(at) + 2;
    } else if (type === 'u') {
      at += 4;
    } else {
      const size = buffer.readUInt32LE(at);
      texts.set(code, buffer.toString('utf8', at + 4, at + 4 + size));
      at += 4 + size + 1;
    }
  }
  return {
    length,
    message: {
      kind: buffer.readUInt8(1),
      serial: buffer.readUInt32LE(8),
      member: texts.get(field.member) ?? '',
      sender: texts.get(field.sender) ?? '',
    },
  };
}

/**
 * Owns `name` on the bus at `socketPath` and treats calls as `answer` says: a stand-in for a desktop's
 * services that needs no desktop. Ends when closed.
 */
export async function ownName(
  socketPath: string,
  name: string,
  answer: Answerer,
): Promise<{ close(): void }> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  await once(socket, 'data');
  socket.write('BEGIN\r\n');
  let serial = 0;
  const call = (member: string, body: readonly BusValue[]): void => {
    serial += 1;
    const bus = 'org.freedesktop.DBus';
    const fields: readonly Field[] = [
      [field.path, 'o', '/org/freedesktop/DBus'],
      [field.interface, 's', bus],
      [field.member, 's', member],
      [field.destination, 's', bus],
    ];
    socket.write(message(kinds.call, serial, fields, body));
  };
  let rest: Buffer = Buffer.alloc(0);
  let answers = 0;
  const owned = new Promise<void>((resolve) => {
    socket.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      for (let next = take(rest); next !== null; next = take(rest)) {
        rest = rest.subarray(next.length);
        const { kind, serial: asked, member, sender } = next.message;
        if (kind === kinds.answer) {
          answers += 1;
          // The second answer is the one to RequestName.
          if (answers === 2) resolve();
        }
        const body = kind === kinds.call ? answer(member) : null;
        if (body === null) continue;
        serial += 1;
        const fields: readonly Field[] = [
          [field.replySerial, 'u', asked],
          [field.destination, 's', sender],
        ];
        socket.write(message(kinds.answer, serial, fields, body));
      }
    });
  });
  call('Hello', []);
  call('RequestName', [
    { type: 's', value: name },
    { type: 'u', value: 0 },
  ]);
  await owned;
  return { close: () => socket.destroy() };
}
