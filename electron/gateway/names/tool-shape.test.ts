import { describe, expect, it } from 'vitest';
import { isRecord } from '../../wire/json-rpc.ts';
import { toolShape } from './tool-shape.ts';

const text = { type: 'string' };
const schemas: Readonly<Record<string, unknown>> = {
  good: { inputSchema: { type: 'object', properties: { q: text } } },
  top_anyof: {
    inputSchema: {
      anyOf: [
        { type: 'object', properties: { q: text } },
        { type: 'object', properties: { id: { type: 'integer' } } },
      ],
    },
  },
  top_oneof_typed: {
    inputSchema: { type: 'object', oneOf: [{ required: ['q'] }, { required: ['id'] }] },
  },
  uses_ref: {
    inputSchema: {
      type: 'object',
      $defs: { Q: { type: 'object', properties: { q: text } } },
      properties: { query: { $ref: '#/$defs/Q' } },
      required: ['query'],
    },
  },
  external_ref: {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { u: { $ref: 'https://example.invalid/s.json' } },
    },
  },
  no_properties: { inputSchema: { type: 'object' } },
  addl_empty: { inputSchema: { type: 'object', additionalProperties: {} } },
  string_schema: { inputSchema: { type: 'string' } },
  odd_format: {
    inputSchema: {
      type: 'object',
      properties: { d: { type: 'string', format: 'uint64' }, n: { type: ['string', 'null'] } },
    },
  },
  no_schema: {},
  bad_output: {
    inputSchema: { type: 'object', properties: { q: text } },
    outputSchema: { description: 'no type' },
  },
};

const shapeOf = (name: string) => toolShape({ name, ...(schemas[name] as object) });

/** What the strictest of the clients ask of a tool. */
function strictlyFine(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  const plain = (schema: unknown): boolean =>
    isRecord(schema) &&
    schema.type === 'object' &&
    !('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema) &&
    !/"\$ref":"[^#]/.test(JSON.stringify(schema));
  return plain(tool.inputSchema) && (tool.outputSchema === undefined || plain(tool.outputSchema));
}

describe('case a12-schema-shapes', () => {
  it('a tool that every client takes passes as it is', () => {
    for (const name of ['good', 'uses_ref', 'no_properties', 'addl_empty', 'odd_format']) {
      expect(shapeOf(name)).toEqual({ kind: 'as-is' });
    }
  });

  it('one that some client refuses is described more loosely, and the person is told why', () => {
    for (const name of [
      'top_anyof',
      'top_oneof_typed',
      'external_ref',
      'no_schema',
      'bad_output',
    ]) {
      const shape = shapeOf(name);
      expect(shape.kind).toBe('loosened');
      if (shape.kind !== 'loosened') continue;
      expect(strictlyFine(shape.tool)).toBe(true);
      expect(shape.tool.name).toBe(name);
      expect(shape.why).toMatch(/^Described more loosely than the server does: ./);
    }
  });

  it('a loosened one still names the arguments of every alternative and forbids none', () => {
    const shape = toolShape({
      name: 'edit',
      inputSchema: {
        type: 'object',
        properties: { id: { type: 'integer' } },
        required: ['id'],
        additionalProperties: false,
        anyOf: [
          { properties: { id: { minimum: 1 }, path: text } },
          { properties: { url: text } },
          7,
        ],
      },
    });
    expect(shape).toMatchObject({
      kind: 'loosened',
      tool: {
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'integer' }, path: {}, url: {} },
          required: ['id'],
        },
      },
    });
  });

  it('one that cannot be called with an object is held back, and nothing else is', () => {
    expect(shapeOf('string_schema')).toMatchObject({ kind: 'held-back' });
    for (const bad of [
      null,
      7,
      [],
      {},
      { name: 7 },
      { name: 'x', inputSchema: [] },
      { name: 'x', inputSchema: null },
    ]) {
      expect(toolShape(bad).kind).toBe('held-back');
    }
  });

  it('looks at a schema of any depth and width in bounded time', () => {
    let deep: Record<string, unknown> = { type: 'string' };
    for (let level = 0; level < 50_000; level += 1) deep = { properties: { a: deep } };
    expect(toolShape({ name: 'deep', inputSchema: { type: 'object', ...deep } }).kind).toBe(
      'loosened',
    );
    const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`p${at}`, {}]));
    expect(
      toolShape({ name: 'wide', inputSchema: { type: 'object', properties: wide } }).kind,
    ).toBe('loosened');
  });

  it('takes a property called __proto__ for a property', () => {
    const inputSchema: unknown = JSON.parse('{"oneOf":[{"properties":{"__proto__":{},"a":{}}}]}');
    const shape = toolShape({ name: 'odd', inputSchema });
    expect(shape.kind === 'loosened' && JSON.stringify(shape.tool.inputSchema)).toBe(
      '{"type":"object","properties":{"__proto__":{},"a":{}}}',
    );
  });
});
