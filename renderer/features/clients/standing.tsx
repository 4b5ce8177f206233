import { clientDisplayName } from '../../../shared/client-names.ts';
import type { ConnectionView } from '../../../shared/connections.ts';
import type { ResolvedLabel } from '../../../shared/labels.ts';
import { visibleLine } from '../../../shared/text.ts';
import { useZone } from '../../data/queries.ts';
import { count, shortDate } from '../../lib/format.ts';
import { useMinute } from '../../lib/now.ts';
import { clientsText as text } from '../../text/clients-text.ts';
import { Hint } from '../../ui/hint.tsx';
import { Tag } from '../../ui/tag.tsx';

/** What is to be known of a connection, each thing as a word of its own. */
interface StandingProps {
  readonly view: ConnectionView;
  /** The pin names nothing: the person is to choose another. */
  readonly onRepin: () => void;
}

export function Standing({ view, onRepin }: StandingProps) {
  const zone = useZone();
  const now = useMinute();
  if (view.revoked_ms !== null) {
    return <Tag>{text.revoked(shortDate(view.revoked_ms, zone, now))}</Tag>;
  }
  return (
    <span className="standing">
      {view.paused ? <Tag tone="refused">{text.paused}</Tag> : null}
      <Agreement view={view} />
      {view.pinned === null ? null : <Pin pinned={view.pinned} onRepin={onRepin} />}
      {view.writes_per_hour === null ? null : <Tag>{text.limit(count(view.writes_per_hour))}</Tag>}
    </span>
  );
}

/** Of the client that came last; an earlier one that disagreed is marked beside its name. */
function Agreement({ view }: { readonly view: ConnectionView }) {
  const [newest] = view.clients;
  if (newest === undefined) return null;
  switch (newest.agrees) {
    case 'agree':
      return <Tag tone="ok">{text.agree.agree}</Tag>;
    case 'disagree':
      return (
        <Tag tone="refused">
          {text.agree.disagree(
            clientDisplayName(newest.client_info, newest.client_name),
            visibleLine(view.name),
          )}
        </Tag>
      );
    case 'unknown':
      return <Tag>{text.agree.unknown}</Tag>;
  }
}

interface PinProps {
  readonly pinned: ResolvedLabel;
  readonly onRepin: () => void;
}

function Pin({ pinned, onRepin }: PinProps) {
  const name = visibleLine(pinned.name);
  switch (pinned.label.state) {
    case 'present':
      return <Tag tone="ok">{text.pinned.present(name)}</Tag>;
    case 'absent':
      return (
        <span className="standing-dead">
          <Tag tone="failed">{text.pinned.absent(name)}</Tag>
          <Hint text={text.pinned.absentHint}>
            <button type="button" className="link-button" onClick={onRepin}>
              {text.repin}
            </button>
          </Hint>
        </span>
      );
    case 'unknown':
      return (
        <Hint text={visibleLine(pinned.label.why)}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip says why */}
          <span tabIndex={0} className="standing-hint">
            <Tag tone="unknown">{text.pinned.unknown(name)}</Tag>
          </span>
        </Hint>
      );
  }
}
