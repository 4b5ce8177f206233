/** The embedded tools by their ledger names. */
export const writeTools = ['memory.store', 'memory.note', 'tree.tag'] as const;
export type WriteToolName = (typeof writeTools)[number];

export const readTools = ['memory.search', 'tree.read_chunk', 'tree.list', 'audit.tail'] as const;
export type ReadToolName = (typeof readTools)[number];

/** There while a database is registered. */
export const sqlWriteTools = ['sql.execute', 'sql.integrity_check'] as const;
export type SqlWriteToolName = (typeof sqlWriteTools)[number];
export const sqlReadTools = ['sql.query', 'sql.list_databases', 'sql.describe_database'] as const;
export type SqlReadToolName = (typeof sqlReadTools)[number];

/** The person's own writes, from the window; recorded like any other, never advertised over MCP. */
export const UNDO_TOOL = 'memory.undo';

/** There while a server is behind the gateway: for clients that cannot hold hundreds of tools. */
export const routerTools = ['tools_search', 'tools_call'] as const;

/** The name that `tools/list` advertises: several clients refuse a whole server for one dot in a name. */
export function advertisedName(tool: string, style: 'underscored' | 'dotted'): string {
  return style === 'dotted' ? tool : tool.replaceAll('.', '_');
}

/** The ledger name for a name that a client called, dotted or underscored; null: no such tool of ours. */
export function ledgerToolName(called: string): WriteToolName | ReadToolName | null {
  const all = [...writeTools, ...readTools];
  return (
    all.find((tool) => tool === called || advertisedName(tool, 'underscored') === called) ?? null
  );
}
