import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionChange, ConnectionView } from '../../../shared/connections.ts';
import { visibleLine } from '../../../shared/text.ts';
import { inkwatch } from '../../data/api.ts';
import { keys } from '../../data/keys.ts';
import { count } from '../../lib/format.ts';
import { folded } from '../../lib/throttle.ts';
import { clientsText } from '../../text/clients-text.ts';
import { useToasts } from '../../ui/toast-store.ts';

const text = clientsText.said;

export function useConnections() {
  return useQuery({ queryKey: keys.connections, queryFn: () => inkwatch.connections.list() });
}

/** Counts and times of what is listed, as writes come. */
export function useFreshConnections(): void {
  const client = useQueryClient();
  useEffect(() => {
    const again = folded(() => void client.invalidateQueries({ queryKey: keys.connections }), 800);
    again.run();
    const ends = [inkwatch.writes.onAppended(again.run), inkwatch.writes.onSettled(again.run)];
    return () => {
      for (const end of ends) end();
      again.cancel();
    };
  }, [client]);
}

/** Changes a connection, says what came of it, and offers the way back. */
export function useChangeConnection() {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const again = () => void client.invalidateQueries({ queryKey: keys.connections });
  const failed = (error: Error) => say({ tone: 'failed', text: text.failed(error.message) });
  const { mutate } = useMutation({
    mutationFn: ({ change }: { change: ConnectionChange; before: ConnectionView }) =>
      inkwatch.connections.change(change),
    onSuccess: (view, { change, before }) => {
      const back = wayBack(change, before);
      const undo = () => void inkwatch.connections.change(back).then(again, failed);
      say({ tone: 'ok', text: whatWasDone(change, view), action: { name: text.undo, run: undo } });
    },
    onError: failed,
    onSettled: again,
  });
  return (before: ConnectionView, change: Omit<ConnectionChange, 'client_id'>) =>
    mutate({ change: { client_id: before.client_id, ...change }, before });
}

export function useRevoke() {
  const client = useQueryClient();
  const say = useToasts((state) => state.say);
  const { mutate } = useMutation({
    mutationFn: (view: ConnectionView) => inkwatch.connections.revoke(view.client_id),
    onSuccess: ({ name }) => say({ tone: 'ok', text: text.revoked(visibleLine(name)) }),
    onError: (error) => say({ tone: 'failed', text: text.failed(error.message) }),
    onSettled: () => void client.invalidateQueries({ queryKey: keys.connections }),
  });
  return mutate;
}

/** What a change takes back to how it was before. */
function wayBack(change: ConnectionChange, before: ConnectionView): ConnectionChange {
  return {
    client_id: change.client_id,
    ...(change.name === undefined ? {} : { name: before.name }),
    ...(change.paused === undefined ? {} : { paused: before.paused }),
    ...(change.pinned_namespace === undefined
      ? {}
      : { pinned_namespace: before.pinned?.name ?? null }),
    ...(change.writes_per_hour === undefined ? {} : { writes_per_hour: before.writes_per_hour }),
  };
}

function whatWasDone(change: ConnectionChange, view: ConnectionView): string {
  const name = visibleLine(view.name);
  if (change.paused !== undefined) return change.paused ? text.paused(name) : text.resumed(name);
  if (change.name !== undefined) return text.renamed(name);
  if (change.pinned_namespace !== undefined) {
    return view.pinned === null
      ? text.unpinned(name)
      : text.pinned(name, visibleLine(view.pinned.name));
  }
  return view.writes_per_hour === null
    ? text.unlimited(name)
    : text.limited(name, count(view.writes_per_hour));
}
