import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { MemoryKey } from '../../../shared/memory.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';

const pageSize = 100;
const mostHits = 200;

export function useNamespaces() {
  return useQuery({
    queryKey: [...keys.memory, 'namespaces'],
    queryFn: () => inkwatch.memory.namespaces(),
  });
}

/** A namespace's documents, last changed first, page by page. */
export function useDocuments(namespace: string | null) {
  return useInfiniteQuery({
    queryKey: [...keys.memory, 'documents', namespace],
    queryFn: ({ pageParam }) =>
      inkwatch.memory.documents({ namespace: namespace ?? '', before: pageParam, limit: pageSize }),
    initialPageParam: null as MemoryKey | null,
    getNextPageParam: (last) => {
      const document = last.documents.at(-1);
      return last.more && document !== undefined
        ? { updated_ms: document.updated_ms, id: document.id }
        : undefined;
    },
    enabled: namespace !== null,
    gcTime: 30_000,
  });
}

export function useMemorySearch(query: string, namespace: string | null) {
  return useQuery({
    queryKey: [...keys.memory, 'search', query, namespace],
    queryFn: () => inkwatch.memory.search({ query, namespace, limit: mostHits }),
    enabled: query.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  });
}

export function useMemoryDetail(chunkId: string | null) {
  return useQuery({
    queryKey: [...keys.memory, 'document', chunkId],
    queryFn: () => (chunkId === null ? null : inkwatch.memory.document(chunkId)),
    enabled: chunkId !== null,
    gcTime: 60_000,
  });
}

/** The text of one version; it never changes. */
export function useMemoryText(chunkId: string, version: number, wanted: boolean) {
  return useQuery({
    queryKey: ['memory-text', chunkId, version],
    queryFn: () => inkwatch.memory.version(chunkId, version),
    enabled: wanted,
    gcTime: 60_000,
  });
}

/** Reads again soon after writes came, never once per write. */
export function useFreshMemory(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = folded(() => void client.invalidateQueries({ queryKey: keys.memory }), 900);
    const end = inkwatch.writes.onAppended(again.run);
    return () => {
      end();
      again.cancel();
    };
  }, [client]);
}
