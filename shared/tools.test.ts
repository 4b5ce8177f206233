import { expect, test } from 'vitest';
import { advertisedName, ledgerToolName, readTools, writeTools } from './tools.ts';

test('both spellings of a tool are the same tool, and the ledger says the dotted one', () => {
  for (const tool of [...writeTools, ...readTools]) {
    for (const style of ['underscored', 'dotted'] as const) {
      expect(ledgerToolName(advertisedName(tool, style))).toBe(tool);
    }
  }
  expect(advertisedName('tree.read_chunk', 'underscored')).toBe('tree_read_chunk');
});

test('case a11-tool-names: every advertised name is one that all clients take', () => {
  for (const tool of [...writeTools, ...readTools]) {
    expect(advertisedName(tool, 'underscored')).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  }
});

test('any other name is no tool of ours', () => {
  for (const name of [
    '',
    'memory',
    'memory-store',
    'Memory.Store',
    'memory.undo',
    'memory_undo',
    '__proto__',
  ]) {
    expect(ledgerToolName(name)).toBeNull();
  }
});
