import { z } from 'zod';
import {
  type MemoryDetail,
  type MemoryNamespace,
  type MemoryPage,
  type MemorySearch,
  type MemoryText,
  memoryKeySchema,
} from '../memory.ts';
import { noArgs } from './arguments.ts';

const namespace = z.string().min(1).max(256);
const chunkId = z.string().min(1).max(256);

export const memoryRequests = {
  'memory:namespaces': noArgs,
  'memory:documents': z.strictObject({
    namespace,
    before: memoryKeySchema.nullable(),
    limit: z.int().min(1).max(500),
  }),
  'memory:search': z.strictObject({
    query: z.string().max(1000),
    /** Null: in all of them. */
    namespace: namespace.nullable(),
    limit: z.int().min(1).max(200),
  }),
  'memory:document': z.strictObject({ chunk_id: chunkId }),
  'memory:version': z.strictObject({ chunk_id: chunkId, version: z.int().positive() }),
} as const satisfies Record<string, z.ZodType>;

export interface MemoryResults {
  'memory:namespaces': readonly MemoryNamespace[];
  'memory:documents': MemoryPage;
  'memory:search': MemorySearch;
  /** Null: this ledger knows no such document. */
  'memory:document': MemoryDetail | null;
  /** Null: there is no such version, or it has no text. */
  'memory:version': MemoryText | null;
}

type Args<Name extends keyof typeof memoryRequests> = z.input<(typeof memoryRequests)[Name]>;

export interface MemoryApi {
  namespaces(): Promise<readonly MemoryNamespace[]>;
  documents(args: Args<'memory:documents'>): Promise<MemoryPage>;
  search(args: Args<'memory:search'>): Promise<MemorySearch>;
  document(chunkId: string): Promise<MemoryDetail | null>;
  version(chunkId: string, version: number): Promise<MemoryText | null>;
}
