import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerChange, ServerToolChange, ServerView } from '../../../shared/servers.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { folded } from '../../lib/throttle.ts';
import { serversText } from '../../text/servers-text.ts';
import { useToasts } from '../../ui/toast-store.ts';
import { rangeOf, useServersPage } from './servers-store.ts';

const text = serversText.said;

export function useServers() {
  return useQuery({ queryKey: keys.servers, queryFn: () => inkwatch.servers.list() });
}

/** Figures per tool in the chosen range. */
export function useServerStats() {
  const { range, unusedDays } = useServersPage();
  return useQuery({
    queryKey: [...keys.serverStats, range, unusedDays],
    queryFn: () => inkwatch.servers.stats({ time: rangeOf(range), unused_days: unusedDays }),
    placeholderData: keepPreviousData,
  });
}

/** States as they change, and figures as calls come. */
export function useFreshServers(): void {
  const client = useQueryClient();
  useEffect(() => {
    const states = folded(() => void client.invalidateQueries({ queryKey: keys.servers }), 150);
    const stats = folded(() => void client.invalidateQueries({ queryKey: keys.serverStats }), 1500);
    states.run();
    stats.run();
    const ends = [
      inkwatch.servers.onChanged(states.run),
      inkwatch.writes.onAppended(stats.run),
      inkwatch.writes.onSettled(stats.run),
    ];
    return () => {
      for (const end of ends) end();
      states.cancel();
      stats.cancel();
    };
  }, [client]);
}

/** Puts a server's new view in the place of its old one. */
function usePut() {
  const client = useQueryClient();
  return (view: ServerView) =>
    client.setQueryData<readonly ServerView[]>(keys.servers, (views) =>
      views?.map((one) => (one.name === view.name ? view : one)),
    );
}

export function useChangeServer() {
  const say = useToasts((state) => state.say);
  const put = usePut();
  const { mutate } = useMutation({
    mutationFn: (change: ServerChange) => inkwatch.servers.change(change),
    onSuccess: (view, { enabled }) => {
      put(view);
      if (enabled === undefined) return;
      say({ tone: 'ok', text: enabled ? text.enabled(view.name) : text.disabled(view.name) });
    },
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
  });
  return mutate;
}

export function useChangeTool() {
  const say = useToasts((state) => state.say);
  const put = usePut();
  const { mutate } = useMutation({
    mutationFn: (change: ServerToolChange) => inkwatch.servers.tool(change),
    onSuccess: (view, { tool, policy, effect }) => {
      put(view);
      const name = visibleLine(tool);
      const words = policy === undefined ? text.marked[effect ?? 'none'] : text.policy[policy];
      say({ tone: 'ok', text: words(name) });
    },
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
  });
  return mutate;
}

export function useRestart() {
  const say = useToasts((state) => state.say);
  const put = usePut();
  return useMutation({
    mutationFn: (name: string) => inkwatch.servers.restart(name),
    onSuccess: (view) => {
      put(view);
      say({ tone: 'plain', text: text.restarted(view.name) });
    },
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
  });
}

export function useRemove(onRemoved: () => void) {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  return useMutation({
    mutationFn: (name: string) => inkwatch.servers.remove(name),
    onSuccess: (_, name) => {
      onRemoved();
      say({ tone: 'ok', text: text.removed(name) });
    },
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.servers }),
  });
}
