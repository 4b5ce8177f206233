import { connect } from 'node:net';

/** The answer to raw bytes, until the server closes or says nothing more for a while. */
export interface RawReply {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are on a connection of its own: Host headers that fetch would not send, bodies without end. */
export function sendRaw(port: number, bytes: string | Buffer): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let text = '';
    const finish = () => {
      socket.destroy();
      const split = text.indexOf('\r\n\r\n');
      const head = split === -1 ? text : text.slice(0, split);
      resolve({
        status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? Number.NaN),
        head,
        body: split === -1 ? '' : text.slice(split + 4),
      });
    };
    socket.setTimeout(5000, finish);
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      const split = text.indexOf('\r\n\r\n');
      if (length !== undefined && split !== -1) {
        if (Buffer.byteLength(text.slice(split + 4)) >= Number(length)) finish();
      }
    });
    socket.on('end', finish);
    socket.on('error', (error) => (text === '' ? reject(error) : finish()));
  });
}
