import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';

/** The clients that are on this machine. */
export function useFoundClients() {
  return useQuery({
    queryKey: [...keys.clientFiles, 'found'],
    queryFn: () => inkwatch.clientFiles.find(),
  });
}

/** Brings a client's file back; the answer says what came of it. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (args: { readonly file: string; readonly force: boolean }) =>
      inkwatch.clientFiles.restore(args),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.clientFiles }),
  });
}
