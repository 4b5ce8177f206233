import { parseArgs } from 'node:util';
import { connect, storeArguments } from '../servers.ts';

// A client in a process of its own: writes at a pace and says of each write when it was answered.
//   writer.js --url URL --token TOKEN --pause MS    prints a line of JSON per write until its stdin ends

const { values } = parseArgs({
  options: { url: { type: 'string' }, token: { type: 'string' }, pause: { type: 'string' } },
});
const { url = '', token = '', pause = '0' } = values;

let going = true;
process.stdin.on('end', () => {
  going = false;
});
process.stdin.resume();

const newClient = () => connect({ url, token, stop: async () => {} }, 'bench-writer', '2025');
let client = await newClient();
let next = performance.now();
for (let call = 1; going; call += 1) {
  if (call % 500 === 0) {
    // Fresh clients now and then: the SDK's keeps an abort listener for each call it ever made.
    await client.close();
    client = await newClient();
  }
  const given = storeArguments();
  const started = performance.now();
  const result = await client.callTool({ name: 'memory_store', arguments: given });
  const answered = performance.now();
  if (result.isError === true) throw new Error(`a write failed: ${JSON.stringify(result.content)}`);
  const line = {
    title: given.title,
    took: answered - started,
    // On the clock that all processes share.
    answered: performance.timeOrigin + answered,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  next = Math.max(next + Number(pause), answered - 1_000);
  const wait = next - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}
await client.close();
