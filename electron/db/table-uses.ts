/**
 * Which code of `electron/db/` writes each table. A table that is not here has no writer, and Health says so.
 * `table-uses.test.ts` compares it with the statements themselves.
 */
export const tableWriters: Readonly<Record<string, readonly string[]>> = {
  bursts: ['writers/bursts'],
  connections: ['writers/connections'],
  databases: ['writers/databases'],
  ledger_facts: ['columns/pack', 'history', 'writers/prove-writable'],
  mcp_writes: ['writers/ledger', 'writers/prove-writable'],
  mcp_writes_search: ['search-index'],
  memory_documents: ['writers/memory'],
  memory_notes: ['writers/memory'],
  memory_search: ['search-index'],
  memory_tag_changes: ['writers/memory'],
  memory_versions: ['writers/memory'],
  saved_views: ['writers/views'],
  search_progress: ['search-index'],
  upstream_full: ['writers/upstreams'],
  upstream_tools: ['writers/upstreams'],
  upstreams: ['writers/upstreams'],
  write_blocks: ['columns/pack'],
  write_blocks_stale: ['columns/pack'],
  write_kinds: ['columns/pack'],
  write_marks: ['writers/marks'],
  write_outcomes: ['writers/ledger'],
};
