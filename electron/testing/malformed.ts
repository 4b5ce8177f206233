import fc from 'fast-check';

const call = (id: number | string, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Valid messages that get one thing wrong somewhere. */
const spoiled = fc
  .tuple(
    fc.constantFrom<unknown>(
      call(1, 'memory_store', { title: 't', content: 'c', tags: ['a'] }),
      call('x', 'tree_tag', { chunk_id: 'c', tags: ['a'] }),
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } },
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ),
    fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'name', 'arguments', 'title', 'tags'),
    fc.jsonValue({ maxDepth: 3 }),
  )
  .map(([message, member, value]) =>
    JSON.stringify(message, (name, inner: unknown) => (name === member ? value : inner)),
  );

const bodies = fc.oneof(
  { weight: 6, arbitrary: spoiled },
  { weight: 2, arbitrary: fc.json({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  { weight: 1, arbitrary: spoiled.map((text) => text.slice(0, Math.ceil(text.length / 2))) },
);
const headers = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', 'x', ''),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list', 'x'),
    'mcp-name': fc.constantFrom('memory_store', '=?base64?!!?=', ''),
    accept: fc.constantFrom('application/json', '*/*', 'application/json, text/event-stream'),
    'mcp-session-id': fc.constantFrom('nonsense', ''),
  },
  { requiredKeys: [] },
);

/** A body, headers to go with it, and whether it is sent inside a live session. */
export type MalformedMessage = readonly [
  body: string,
  headers: Readonly<Record<string, string>>,
  inSession: boolean,
];

/** The same messages for the same seed. */
export function malformedMessages(count: number, seed: number): readonly MalformedMessage[] {
  return fc.sample(fc.tuple(bodies, headers, fc.boolean()), { numRuns: count, seed });
}
