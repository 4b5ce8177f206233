import type { Burst } from '../../../shared/burst.ts';
import { type ConnectionView, HOME_CONNECTION } from '../../../shared/connections.ts';
import { visibleLine } from '../../../shared/text.ts';
import { burstsText as text } from '../../text/bursts-text.ts';
import { Hint } from '../../ui/hint.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useChangeConnection, useConnections } from '../clients/use-connections.ts';

/** The connections that a burst came through; an old burst does not know, so its client's are looked for. */
function connectionsOfBurst(
  burst: Burst,
  views: readonly ConnectionView[],
): readonly ConnectionView[] {
  return views.filter(
    (view) =>
      view.revoked_ms === null &&
      (burst.client_ids.length > 0
        ? burst.client_ids.includes(view.client_id)
        : view.clients.some(({ client_info }) => client_info === burst.client_info)),
  );
}

interface PauseBurstProps {
  readonly burst: Burst;
  readonly className: string;
}

/** Stops who writes too fast, or lets them go on; the message has the way back. */
export function PauseBurst({ burst, className }: PauseBurstProps) {
  const views = connectionsOfBurst(burst, useConnections().data ?? []);
  const change = useChangeConnection();
  const nameOf = (view: ConnectionView) =>
    (view.paused ? text.resume : text.pause)(visibleLine(view.name));
  const [only, ...others] = views;
  if (only === undefined) return null;
  if (others.length === 0) {
    return (
      <Hint text={only.client_id === HOME_CONNECTION ? text.pauseHome : text.pauseHint}>
        <button
          type="button"
          className={className}
          onClick={() => change(only, { paused: !only.paused })}
        >
          {nameOf(only)}
        </button>
      </Hint>
    );
  }
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={className}>
          {text.pauseOne}
        </button>
      }
    >
      {views.map((view) => (
        <MenuItem key={view.client_id} onSelect={() => change(view, { paused: !view.paused })}>
          {nameOf(view)}
        </MenuItem>
      ))}
    </Menu>
  );
}
