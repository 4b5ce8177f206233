import { describe, expect, it } from 'vitest';
import { createToolSet } from './registry.ts';

/** Members of a schema that a client's own checks refuse a whole server for (case a12). */
const refused = ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', 'not'];

const { advertised, called } = createToolSet();

function membersOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...membersOf(inner)]);
}

describe('the tools that clients see', () => {
  it('are seven, with names that every model API takes (case a11)', () => {
    const names = advertised('underscored').map((tool) => tool.name);
    expect(names).toEqual([
      'memory_store',
      'memory_note',
      'tree_tag',
      'memory_search',
      'tree_read_chunk',
      'tree_list',
      'audit_tail',
    ]);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  it('have dots where the person chose so', () => {
    expect(advertised('dotted').map((tool) => tool.name)).toContain('tree.read_chunk');
  });

  it.each(['memory.store', 'memory_store'])('are called by %s as well', (name) => {
    expect(called(name)?.name).toBe('memory.store');
  });

  it.each([
    '',
    'memory.undo',
    'memory_undo',
    'Memory_Store',
    'memory-store',
    'toString',
    '__proto__',
  ])('are not called by %j', (name) => {
    expect(called(name)).toBeNull();
  });

  it('have plain object schemas without combinators or references (case a12)', () => {
    for (const { inputSchema } of advertised('underscored')) {
      expect(inputSchema.type).toBe('object');
      expect(inputSchema.additionalProperties).toBe(false);
      for (const member of membersOf(inputSchema)) expect(refused).not.toContain(member);
    }
  });

  it('ask for a reason on every write, and mark reads as reads', () => {
    for (const { name, description, inputSchema, annotations } of advertised('underscored')) {
      const writes = ['memory_store', 'memory_note', 'tree_tag'].includes(name);
      expect(annotations.readOnlyHint).toBe(!writes);
      expect(annotations.openWorldHint).toBe(false);
      expect(description.includes('why you are writing')).toBe(writes);
      expect(Object.hasOwn(inputSchema.properties as object, 'reason')).toBe(writes);
    }
  });
});
