import {
  advertisedName,
  ledgerToolName,
  type ReadToolName,
  type WriteToolName,
} from '../../../shared/tools.ts';
import { tailTool } from './audit/tail.ts';
import { noteTool } from './memory/note.ts';
import { searchTool } from './memory/search.ts';
import { storeTool } from './memory/store.ts';
import type { ReadTool, Tool, WriteTool } from './tool.ts';
import { listTool } from './tree/list.ts';
import { readChunkTool } from './tree/read-chunk.ts';
import { tagTool } from './tree/tag.ts';

/** Every tool that a client can call. `satisfies` keeps the kinds in step with `shared/tools.ts`. */
const embeddedTools = {
  'memory.store': storeTool,
  'memory.note': noteTool,
  'tree.tag': tagTool,
  'memory.search': searchTool,
  'tree.read_chunk': readChunkTool,
  'tree.list': listTool,
  'audit.tail': tailTool,
} as const satisfies Record<WriteToolName, WriteTool> & Record<ReadToolName, ReadTool>;

/** The tool that a client called, by its dotted or underscored name; null: no such tool. */
export function toolCalled(name: string): Tool | null {
  const known = ledgerToolName(name);
  return known === null ? null : embeddedTools[known];
}

/** The answer of `tools/list`. */
export function advertisedTools(style: 'underscored' | 'dotted') {
  return Object.values(embeddedTools).map((tool) => ({
    name: advertisedName(tool.name, style),
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    annotations: tool.annotations,
  }));
}
