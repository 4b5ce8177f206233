// A stdio server whose tools do what their names say, written with nothing but Node, so that what it sends is
// its own to the byte. Its first argument is a file to log to.
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = ''] = process.argv.slice(2);
const log = (line) => {
  if (file !== '') appendFileSync(file, `${line}\n`);
};
/** What a parser and a printer would change. */
const oddResult = readFileSync(new URL('./odd-result.txt', import.meta.url), 'utf8');
const out = (text) => process.stdout.write(`${text}\n`);
const answer = (id, raw) => out(`{"jsonrpc":"2.0","id":${id},"result":${raw}}`);
const refuse = (id, raw) => out(`{"jsonrpc":"2.0","id":${id},"error":${raw}}`);
const say = (method, params) => out(`{"jsonrpc":"2.0","method":"${method}","params":${params}}`);

const schema = { type: 'object', properties: { path: { type: 'string' } } };
const tools = [
  'write_ok',
  'write_iserror',
  'write_throws',
  'write_dies',
  'write_slow',
  'write_denied',
  'write_asked',
  'write_steps',
  'write_asks_client',
  'write_changes_list',
]
  .map((name) => ({ name, inputSchema: schema, 'x-own': 1.5 }))
  .concat([{ name: 'read_ok', inputSchema: schema, annotations: { readOnlyHint: true } }]);

let asked = 0;
const waiting = new Map();
const ask = (method, params) => {
  asked += 1;
  const id = `"ask-${asked}"`;
  out(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`);
  return new Promise((resolve) => waiting.set(id, resolve));
};

/** The text of a member at the top of a JSON object whose members our client writes in this order. */
const paramsOf = (line) => line.slice(line.indexOf('"params":') + 9, -1);

const call = async (id, message, line) => {
  const { name, _meta } = message.params;
  log(`got ${paramsOf(line)}`);
  if (name !== 'write_slow') log(`did ${name}`);
  switch (name) {
    case 'write_iserror':
      return answer(id, '{"content":[{"type":"text","text":"disk is full"}],"isError":true}');
    case 'write_throws':
      return refuse(id, '{"code":-32077,"message":"it broke","data":{"n":9007199254740993}}');
    case 'write_dies':
      return process.exit(7);
    case 'write_slow':
      log('slow');
      return;
    case 'write_steps':
      for (const step of [1, 2, 3]) {
        const token = JSON.stringify(_meta?.progressToken ?? 'none');
        say('notifications/progress', `{"progressToken":${token},"progress":${step}.0,"total":3}`);
      }
      say('notifications/message', '{"level":"info","data":{"big":9007199254740993}}');
      return answer(id, '{"content":[]}');
    case 'write_asks_client': {
      const sampled = await ask(
        'sampling/createMessage',
        '{"messages":[{"role":"user","content":{"type":"text","text":"\\u00e9"}}],"maxTokens":10,"temperature":1.0}',
      );
      const elicited = await ask(
        'elicitation/create',
        '{"message":"Who?","requestedSchema":{"type":"object","properties":{"who":{"type":"string"}}}}',
      );
      log(`heard ${sampled}`);
      log(`heard ${elicited}`);
      return answer(id, '{"content":[{"type":"text","text":"asked"}]}');
    }
    case 'write_changes_list':
      tools.push({ name: 'write_new', inputSchema: schema, 'x-own': 2 });
      say('notifications/tools/list_changed', '{}');
      say('notifications/resources/updated', '{"uri":"acting://one"}');
      return answer(id, '{"content":[]}');
    default:
      return answer(id, oddResult);
  }
};

const take = (line) => {
  const message = JSON.parse(line);
  const { id, method } = message;
  if (method === undefined) {
    const text = JSON.stringify(id);
    waiting.get(text)?.(line);
    return;
  }
  if (method === 'notifications/cancelled') log('cancelled');
  if (id === undefined) return;
  switch (method) {
    case 'initialize':
      return answer(
        id,
        '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true},"logging":{}},"serverInfo":{"name":"acting","version":"3"},"instructions":"Be \\u00e9."}',
      );
    case 'tools/list': {
      const at = Number(message.params?.cursor ?? 0);
      const next = at + 6 < tools.length ? `,"nextCursor":"${at + 6}"` : '';
      return answer(id, `{"tools":${JSON.stringify(tools.slice(at, at + 6))}${next}}`);
    }
    case 'tools/call':
      return void call(id, message, line);
    case 'logging/setLevel':
    case 'resources/subscribe':
      return answer(id, '{}');
    default:
      return refuse(id, `{"code":-32601,"message":"no ${method}","data":[1.0]}`);
  }
};

createInterface({ input: process.stdin }).on('line', take);
