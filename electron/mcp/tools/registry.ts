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

type NameStyle = 'underscored' | 'dotted';

/** What clients can call. */
export interface ToolSet {
  /** The tool that a client called, by its dotted or underscored name; null: no such tool. */
  called(name: string): Tool | null;
  /** The answer of `tools/list`. */
  advertised(style: NameStyle): readonly AdvertisedTool[];
}

type AdvertisedTool = Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'annotations'>;

/**
 * @param offered tools of ours that are there for now only; asked at each call, which `Endpoint.toolsChanged` tells of
 * @param hidden what nobody is told of: the self-test's own, while it runs
 */
export function createToolSet(
  offered: () => readonly Tool[] = () => [],
  hidden: () => readonly Tool[] = () => [],
): ToolSet {
  return {
    called(name) {
      const known = ledgerToolName(name);
      if (known !== null) return embeddedTools[known];
      const names = (tool: Tool) => [tool.name, advertisedName(tool.name, 'underscored')];
      return [...offered(), ...hidden()].find((tool) => names(tool).includes(name)) ?? null;
    },
    advertised: (style) =>
      [...Object.values(embeddedTools), ...offered()].map((tool) => ({
        name: advertisedName(tool.name, style),
        title: tool.title,
        description: tool.description,
        inputSchema: tool.inputSchema,
        annotations: tool.annotations,
      })),
  };
}
